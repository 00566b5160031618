import { expect, test } from 'vitest';
import { createSecretBox } from '../src/secrets/secret-box.ts';
import { newSigningSecret } from '../src/secrets/signing-secret.ts';

const box = createSecretBox(Buffer.alloc(32, 1));
const secret = newSigningSecret();

test('decrypts a sealed secret only in its row, with its key and if it is unchanged', () => {
  const sealed = box.seal(secret, 'endpoint 1');
  expect(sealed).not.toContain(secret);
  expect(box.seal(secret, 'endpoint 1')).not.toBe(sealed);
  expect(box.open(sealed, 'endpoint 1')).toBe(secret);
  expect(() => box.open(sealed, 'endpoint 2')).toThrow();
  expect(() => createSecretBox(Buffer.alloc(32, 2)).open(sealed, 'endpoint 1')).toThrow();
  const changed = Buffer.from(sealed, 'base64');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(() => box.open(changed.toString('base64'), 'endpoint 1')).toThrow();
  expect(() => box.open('', 'endpoint 1')).toThrow();
});

test('rejects a key of the wrong length', () => {
  expect(() => createSecretBox(Buffer.alloc(16))).toThrow(RangeError);
});

test('signing secrets contain no "+", "/" or "="', () => {
  for (let count = 0; count < 200; count++) expect(newSigningSecret()).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
});
