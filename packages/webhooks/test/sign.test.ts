import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { type SignatureMode, sign, signedRequest } from '../src/index.ts';
import { event, otherSecret, secret, signedAt, vectors } from './secrets.ts';

describe.each(vectors)('vector: $name', ({ id, timestamp, body, ...expected }) => {
  test('equals the four signatures of the official library, in the documented order', () => {
    expect(sign({ secret, id, timestamp, body })).toBe(
      `v1,${expected.hexShown} v1,${expected.hexDecoded} v1,${expected.base64Shown} v1,${expected.base64Decoded}`,
    );
  });

  test('signs a text and its bytes identically', () => {
    expect(sign({ secret, id, timestamp, body: new TextEncoder().encode(body) })).toBe(
      sign({ secret, id, timestamp, body }),
    );
  });

  test('produces a single encoding on request', () => {
    const header = (mode: SignatureMode) => sign({ secret, id, timestamp, body, mode });
    expect(header('base64')).toBe(`v1,${expected.base64Decoded}`);
    expect(header('hex')).toBe(`v1,${expected.hexShown} v1,${expected.hexDecoded}`);
  });
});

test('puts the new secret first within each encoding during rotation', () => {
  const [vector] = vectors;
  if (!vector) throw new Error('no vectors');
  const { id, timestamp, body } = vector;
  const split = (header: string) => header.split(' ');
  const fresh = split(sign({ secret, id, timestamp, body }));
  const old = split(sign({ secret: otherSecret, id, timestamp, body }));
  expect(split(sign({ secret: [secret, otherSecret], id, timestamp, body }))).toEqual([
    ...fresh.slice(0, 2),
    ...old.slice(0, 2),
    ...fresh.slice(2),
    ...old.slice(2),
  ]);
});

test.each(['', 'whsec_', 'whsec_a', 'AAECAwQF', `${'whsec_AAECAwQF'}\n`, 'v1,whsec_AAECAwQF', 'whsec_-_-_'])(
  'rejects an invalid secret without repeating it: %j',
  (text) => {
    const attempt = () => sign({ secret: text, id: 'a', timestamp: signedAt, body: '' });
    expect(attempt).toThrow(TypeError);
    expect(attempt).toThrow(
      /^A signing secret is "whsec_" followed by base64, exactly as shown at creation\.$/,
    );
  },
);

test.each([1.5, -1, Number.NaN, Date.now() * 1e6])(
  'rejects a timestamp that is not whole seconds: %d',
  (timestamp) => {
    expect(() => sign({ secret, id: 'a', timestamp, body: '' })).toThrow(RangeError);
  },
);

test('rejects an empty list of secrets', () => {
  expect(() => sign({ secret: [], id: 'a', timestamp: signedAt, body: '' })).toThrow(TypeError);
});

describe('third-party receivers accept the signature', () => {
  const request = signedRequest({ secret, event });
  const text = `${request.headers['webhook-id']}.${request.headers['webhook-timestamp']}.${request.body}`;
  const digest = createHmac('sha256', secret).update(text).digest('hex');
  const entries = request.headers['webhook-signature'].split(' ').map((entry) => entry.slice('v1,'.length));

  test.each<SignatureMode>(['both', 'base64'])('the official library, mode %s', (mode) => {
    const { headers, body } = signedRequest({ secret, event, mode });
    expect(new Webhook(secret).verify(body, headers)).toEqual(event);
  });

  test('the official library with either secret during rotation', () => {
    const { headers, body } = signedRequest({ secret: [secret, otherSecret], event });
    expect(new Webhook(secret).verify(body, headers)).toEqual(event);
    expect(new Webhook(otherSecret).verify(body, headers)).toEqual(event);
  });

  test('hex with the secret as shown, any entry', () => {
    expect(entries.some((entry) => entry === digest)).toBe(true);
  });

  test('hex compared in constant time without checking the length', () => {
    expect(entries.some((entry) => timingSafeEqual(Buffer.from(entry), Buffer.from(digest)))).toBe(true);
  });

  test('hex, the first entry only', () => {
    expect(entries[0]).toBe(digest);
  });

  test('base64, the last entry only', () => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(entries.at(-1)).toBe(createHmac('sha256', key).update(text).digest('base64'));
  });
});
