import { type SigningKeys, signature, signingKeys } from './signing-key.ts';

/**
 * Which encodings a header carries: `base64` is the plain Standard Webhooks form with one entry for each secret,
 * `hex` and `both` carry one entry for each encoding, key form and secret.
 */
export type SignatureMode = 'both' | 'base64' | 'hex';

export interface SignOptions {
  /** `whsec_…`; while a secret is being replaced, several, the newest first. */
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
 * Hex stands before base64, because a receiver that compares hex with a function for equal lengths only fails at
 * the first base64 entry; base64 over the decoded secret stands last, for receivers that look at the last entry.
 */
export function sign({ secret, id, timestamp, body, mode = 'both' }: SignOptions): string {
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new RangeError('timestamp must be whole Unix seconds.');
  }
  const keys = secretList(secret).map(signingKeys);
  const entries = (encoding: 'hex' | 'base64', forms: readonly (keyof SigningKeys)[]) =>
    keys.flatMap((key) =>
      forms.map((form) => `v1,${signature(key[form], id, timestamp, body).toString(encoding)}`),
    );
  if (mode === 'base64') return entries('base64', ['decoded']).join(' ');
  const hexEntries = entries('hex', ['shown', 'decoded']);
  if (mode === 'hex') return hexEntries.join(' ');
  return [...hexEntries, ...entries('base64', ['shown', 'decoded'])].join(' ');
}

function secretList(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0) throw new TypeError('At least one signing secret is needed.');
  return secrets;
}
