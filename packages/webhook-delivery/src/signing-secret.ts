import { randomBytes } from 'node:crypto';
import type { SecretBox } from './secret-box.ts';

/** `whsec_` and 24 random bytes in base64, drawn until free of "+" and "/", which get lost in copying and in URLs. */
export function newSigningSecret(): string {
  for (;;) {
    const text = randomBytes(24).toString('base64');
    if (!/[+/]/.test(text)) return `whsec_${text}`;
  }
}

interface SecretPlace {
  companyId: string;
  endpointId: string;
}

const placeOf = ({ companyId, endpointId }: SecretPlace) => `webhook_endpoint/${companyId}/${endpointId}`;

export function sealSigningSecret(box: SecretBox, secret: string, place: SecretPlace): string {
  return box.seal(secret, placeOf(place));
}

export function openSigningSecret(box: SecretBox, sealed: string, place: SecretPlace): string {
  return box.open(sealed, placeOf(place));
}
