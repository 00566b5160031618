import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Keeps short secrets encrypted in the database, each bound to the place it is stored at. */
export interface SecretBox {
  /** `place` names the row; a text moved to another row cannot be opened there. */
  seal(secret: string, place: string): string;
  /** Throws when the text was changed, moved, or sealed with another key. */
  open(sealed: string, place: string): string;
}

/** AES-256-GCM. `key` has 32 bytes. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== 32) throw new RangeError('The key that encrypts signing secrets has 32 bytes.');
  return {
    seal(secret, place) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, 'base64');
      const nonce = bytes.subarray(0, nonceLength);
      const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      return (
        decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}
