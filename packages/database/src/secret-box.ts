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
}

/** AES-256-GCM. `key` must be 32 bytes long. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== 32) throw new RangeError('The key of a secret box must be 32 bytes long.');
  return {
    seal(plain, row) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(row));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open(sealed, row) {
      const bytes = Buffer.from(sealed, 'base64');
      const nonce = bytes.subarray(0, nonceLength);
      const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(row))
        .setAuthTag(tag);
      return (
        decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}
