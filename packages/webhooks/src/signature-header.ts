import { WebhookVerificationError } from './verification-error.ts';

const hex = /^[0-9a-f]{64}$/;
// 32 bytes encode to 43 characters and one "=". The last character holds four bits, so only 16 characters are valid there.
const base64 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/**
 * The signatures (32 bytes each) that a `webhook-signature` header offers in version `v1`, in either encoding.
 * Entries of other versions are skipped; any other malformed entry is rejected, so that a truncated header is noticed.
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
    'webhook-signature must contain entries "v1,<signature>" separated by single spaces, each signature complete in base64 or hex.',
  );
}
