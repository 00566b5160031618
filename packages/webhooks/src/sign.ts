import { signature, signingKeys } from './signing-key.ts';

/**
 * Encodings in the header: `base64` is plain Standard Webhooks, one entry per secret; `hex` and `both` have one entry per
 * encoding, key form and secret.
 */
export const signatureModes = ['both', 'base64', 'hex'] as const;

export type SignatureMode = (typeof signatureModes)[number];

export interface SignOptions {
  /** `whsec_…`; several while a secret is being rotated, the newest first. */
  secret: string | readonly string[];
  /** The event's id, as in the `webhook-id` header. */
  id: string;
  /** Unix seconds of signing, as in the `webhook-timestamp` header. */
  timestamp: number;
  /** The exact body that is sent. */
  body: string | Uint8Array;
  mode?: SignatureMode;
}

/**
 * The value of the `webhook-signature` header.
 *
 * Hex comes before base64, because a receiver that compares hex with a function for equal lengths fails at the first base64
 * entry. Base64 over the decoded secret comes last, for receivers that only check the last entry.
 */
export function sign({ secret, id, timestamp, body, mode = 'both' }: SignOptions): string {
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new RangeError('timestamp must be whole Unix seconds.');
  }
  const forms = mode === 'base64' ? (['decoded'] as const) : (['shown', 'decoded'] as const);
  const encodings = mode === 'both' ? (['hex', 'base64'] as const) : [mode];
  const signatures = secretList(secret)
    .map(signingKeys)
    .flatMap((keys) => forms.map((form) => signature(keys[form], id, timestamp, body)));
  return encodings
    .flatMap((encoding) => signatures.map((bytes) => `v1,${bytes.toString(encoding)}`))
    .join(' ');
}

function secretList(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0) throw new TypeError('At least one signing secret is needed.');
  return secrets;
}
