import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Encrypts texts that the database stores. Each text is bound to its row. */
export interface SecretBox {
  /** `row` identifies the row. Text sealed for one row cannot be opened in another. */
  seal(text: string, row: string): string;
  /** Throws if the text was changed, moved to another row, or sealed with another key. */
  open(sealed: string, row: string): string;
  /** Returns the text sealed with the current key; undefined if it already is. Throws as `open` does. */
  reseal(sealed: string, row: string): string | undefined;
}

function seal(key: Uint8Array, plain: string, row: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(row));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function open(key: Uint8Array, sealed: string, row: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, nonceLength);
  const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
    .setAAD(Buffer.from(row))
    .setAuthTag(tag);
  return decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8');
}

/** AES-256-GCM. Keys must be 32 bytes long. Can also open texts sealed with the former key. */
export function createSecretBox(key: Uint8Array, formerKey?: Uint8Array): SecretBox {
  for (const { length } of formerKey ? [key, formerKey] : [key])
    if (length !== 32) throw new RangeError('The key of a secret box must be 32 bytes long.');

  function opened(sealed: string, row: string): { text: string; isPresent: boolean } {
    try {
      return { text: open(key, sealed, row), isPresent: true };
    } catch (error) {
      if (!formerKey) throw error;
      return { text: open(formerKey, sealed, row), isPresent: false };
    }
  }

  return {
    seal: (text, row) => seal(key, text, row),
    open: (sealed, row) => opened(sealed, row).text,
    reseal(sealed, row) {
      const { text, isPresent } = opened(sealed, row);
      return isPresent ? undefined : seal(key, text, row);
    },
  };
}
