import { expect, test } from 'vitest';
import { createSecretBox } from '../src/index.ts';

const box = createSecretBox(Buffer.alloc(32, 1));
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test('decrypts a sealed text only in its row, with its key and if it is unchanged', () => {
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
