import { createHmac } from 'node:crypto';

const secretForm = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * The two HMAC keys of one signing secret: the UTF-8 bytes of the whole secret as shown, which a hand-written receiver passes
 * to its HMAC function, and the decoded base64 after `whsec_`, which Standard Webhooks libraries use.
 */
export interface SigningKeys {
  shown: Uint8Array;
  decoded: Uint8Array;
}

/** Throws a `TypeError` for an invalid signing secret; the message never contains it. */
export function signingKeys(secret: string): SigningKeys {
  const encoded = secretForm.exec(secret)?.[1];
  if (!encoded) {
    throw new TypeError('A signing secret is "whsec_" followed by base64, exactly as shown at creation.');
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
