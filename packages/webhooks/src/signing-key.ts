import { createHmac } from 'node:crypto';

const secretForm = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * The two keys that one signing secret stands for: the UTF-8 bytes of the whole text as it was shown, which is
 * what a hand-written receiver passes to its HMAC function, and the bytes that the base64 text after `whsec_`
 * stands for, which is the key of the Standard Webhooks libraries.
 */
export interface SigningKeys {
  shown: Uint8Array;
  decoded: Uint8Array;
}

/** Throws a `TypeError` for a text that is no signing secret; the message never repeats it. */
export function signingKeys(secret: string): SigningKeys {
  const encoded = secretForm.exec(secret)?.[1];
  if (!encoded) {
    throw new TypeError(
      'A signing secret is "whsec_" followed by base64, exactly as shown when it was made.',
    );
  }
  return { shown: Buffer.from(secret, 'utf8'), decoded: Buffer.from(encoded, 'base64') };
}

/** The HMAC-SHA256 over `<id>.<timestamp>.<body>`: 32 bytes. */
export function signature(
  key: Uint8Array,
  id: string,
  timestamp: number | string,
  body: string | Uint8Array,
): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}
