import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  type SignatureMode,
  sign,
  signedRequest,
  type VerifyOptions,
  verify,
  type WebhookVerificationCode,
} from '../src/index.ts';
import { event, otherSecret, secret, signedAt } from './secrets.ts';

const request = (mode: SignatureMode = 'both') => signedRequest({ secret, event, timestamp: signedAt, mode });
const received = (changes: Partial<VerifyOptions> = {}) =>
  ({ ...request(), secret, now: signedAt, ...changes }) as VerifyOptions;
const withHeader = (name: string, value: string | undefined) =>
  received({ headers: { ...request().headers, [name]: value } });
const refused = (options: VerifyOptions, code: WebhookVerificationCode) =>
  expect(() => verify(options)).toThrow(expect.objectContaining({ name: 'WebhookVerificationError', code }));

describe('accepts', () => {
  test.each<SignatureMode>(['both', 'base64', 'hex'])('what the service sends, mode %s', (mode) => {
    expect(verify(received(request(mode)))).toEqual(event);
  });

  test('signatures of the official library', () => {
    const { body, headers } = request();
    const signature = new Webhook(secret).sign(headers['webhook-id'], new Date(signedAt * 1000), body);
    expect(verify(withHeader('webhook-signature', signature))).toEqual(event);
  });

  test('a hand-written hex signature over the secret as shown', () => {
    const { body, headers } = request();
    const hex = createHmac('sha256', secret)
      .update(`${headers['webhook-id']}.${signedAt}.${body}`)
      .digest('hex');
    expect(verify(withHeader('webhook-signature', `v1,${hex}`))).toEqual(event);
  });

  test('a body as bytes', () => {
    expect(verify(received({ body: new TextEncoder().encode(request().body) }))).toEqual(event);
  });

  test('fetch headers, uppercase headers, and headers as one-element lists', () => {
    const { headers } = request();
    const capitals = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    for (const form of [new Headers(headers), capitals, lists]) {
      expect(verify(received({ headers: form }))).toEqual(event);
    }
  });

  test('any of several secrets, on the sending or receiving side', () => {
    const rotating = signedRequest({ secret: [otherSecret, secret], event, timestamp: signedAt });
    expect(verify({ ...rotating, secret, now: signedAt })).toEqual(event);
    expect(verify({ ...request(), secrets: [otherSecret, secret], now: signedAt })).toEqual(event);
  });

  test('a timestamp exactly at the tolerance, in both directions', () => {
    expect(verify(received({ now: signedAt + 300 }))).toEqual(event);
    expect(verify(received({ now: signedAt - 300 }))).toEqual(event);
  });

  test('entries of unknown versions next to a known one', () => {
    const header = request().headers['webhook-signature'];
    expect(verify(withHeader('webhook-signature', `v1a,c2lnbmF0dXJl ${header}`))).toEqual(event);
  });
});

describe('rejects', () => {
  test('timestamps that are too old or in the future', () => {
    refused(received({ now: signedAt + 301 }), 'timestamp_too_old');
    refused(received({ now: signedAt - 301 }), 'timestamp_too_new');
    refused(received({ now: signedAt + 11, tolerance: 10 }), 'timestamp_too_old');
    refused({ ...request(), secret }, 'timestamp_too_old');
  });

  test('another secret', () => {
    refused({ ...request(), secret: otherSecret, now: signedAt }, 'no_matching_signature');
  });

  test('everything if there is no secret', () => {
    refused({ ...request(), secrets: [], now: signedAt }, 'no_matching_signature');
  });

  test("an invalid secret with a TypeError, because it is the receiver's mistake", () => {
    expect(() => verify({ ...request(), secret: 'whsec' })).toThrow(TypeError);
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'a missing, empty or duplicate %s',
    (name) => {
      refused(withHeader(name, undefined), 'missing_header');
      refused(withHeader(name, ''), 'missing_header');
      const { headers } = request();
      refused(received({ headers: { ...headers, [name.toUpperCase()]: 'a' } }), 'malformed_header');
      refused(received({ headers: new Headers() }), 'missing_header');
    },
  );

  test.each(['1.5', '1e9', '-1', ' 1767225600', '0x1', 'abc', '17672256001767'])(
    'the timestamp %j',
    (text) => {
      refused(withHeader('webhook-timestamp', text), 'malformed_header');
    },
  );

  test.each(['a.b', 'a b', 'ä', 'x'.repeat(65)])('the id %j', (id) => {
    refused(withHeader('webhook-id', id), 'malformed_header');
  });

  test('a signature header truncated anywhere inside an entry', () => {
    const header = request().headers['webhook-signature'];
    const entryEnds = [...header.matchAll(/ |$/g)].map((match) => match.index);
    for (let length = 1; length < header.length; length++) {
      if (!entryEnds.includes(length)) {
        refused(withHeader('webhook-signature', header.slice(0, length)), 'malformed_header');
      }
    }
  });

  test('truncated hex, wrong lengths and empty entries', () => {
    const hex = request('hex').headers['webhook-signature'].split(' ')[0] ?? '';
    const entries = [
      hex.slice(0, -1),
      hex.slice(0, 47),
      `${hex}0`,
      `v1,${hex.slice(3).toUpperCase()}`,
      `${hex} `,
      ` ${hex}`,
    ];
    for (const entry of [
      ...entries,
      `${hex}  ${hex}`,
      'v1',
      'v1,',
      ',',
      hex.slice(3),
      `${hex},`,
      `${hex}\t${hex}`,
    ]) {
      refused(withHeader('webhook-signature', entry), 'malformed_header');
    }
  });

  test('the bare version tag of another scheme', () => {
    refused(withHeader('webhook-signature', 'v2,c2lnbmF0dXJl'), 'no_matching_signature');
  });

  test('base64 with modified unused trailing bits', () => {
    const header = request('base64').headers['webhook-signature'];
    const twin = header.replace(/.=$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}=`);
    expect(Buffer.from(twin.slice(3), 'base64')).toEqual(Buffer.from(header.slice(3), 'base64'));
    refused(withHeader('webhook-signature', twin), 'malformed_header');
  });

  test.each([
    'not json',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...event, id: '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b71' }),
    JSON.stringify({ ...event, data: null }),
    new Uint8Array([0xff, 0xfe]),
  ])('a correctly signed body that is not the event: %s', (body) => {
    const signature = sign({ secret, id: event.id, timestamp: signedAt, body });
    refused({ ...withHeader('webhook-signature', signature), body }, 'invalid_payload');
  });
});

describe('rejects every change of a single byte', () => {
  const bytes = new TextEncoder().encode(request().body);
  const change = (original: Uint8Array) =>
    fc
      .tuple(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }))
      .map(([at, mask]) => original.map((byte, index) => (index === at ? byte ^ mask : byte)));

  test('of the body', () => {
    fc.assert(
      fc.property(change(bytes), (body) => {
        refused(received({ body }), 'no_matching_signature');
      }),
      { numRuns: 1000 },
    );
  });

  test('of the body, removed or added', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(255), (at, byte) => {
        refused(
          received({ body: Buffer.from([...bytes.slice(0, at), byte, ...bytes.slice(at)]) }),
          'no_matching_signature',
        );
        if (at < bytes.length) {
          refused(
            received({ body: Buffer.from([...bytes.slice(0, at), ...bytes.slice(at + 1)]) }),
            'no_matching_signature',
          );
        }
      }),
    );
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)('of %s', (name) => {
    const { headers } = request('base64');
    fc.assert(
      fc.property(change(Buffer.from(headers[name], 'latin1')), (changed) => {
        const tampered = { ...headers, [name]: Buffer.from(changed).toString('latin1') };
        expect(() => verify(received({ headers: tampered }))).toThrow(
          expect.objectContaining({ name: 'WebhookVerificationError' }),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
