import { WebhookVerificationError } from './verification-error.ts';

const hex = /^[0-9a-f]{64}$/;
// 32 bytes make 43 characters and one "="; the last character holds four bits, so only 16 characters can stand there.
const base64 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/**
 * The signatures (32 bytes each) that a `webhook-signature` header offers in version `v1`, in either encoding.
 * Entries of another version are for other receivers and are skipped; anything else that is not of the form is
 * refused, so that a header cut off on its way is noticed.
 */
export function parseSignatureHeader(header: string): Uint8Array[] {
  return header.split(' ').flatMap((entry) => {
    const [version, text, ...rest] = entry.split(',');
    if (!version || !text || rest.length > 0) throw malformed();
    if (version !== 'v1') return [];
    if (hex.test(text)) return [Buffer.from(text, 'hex')];
    if (base64.test(text)) return [Buffer.from(text, 'base64')];
    throw malformed();
  });
}

function malformed() {
  return new WebhookVerificationError(
    'malformed_header',
    'webhook-signature must be entries "v1,<signature>" with one space between them, each signature in whole as base64 or hex.',
  );
}
