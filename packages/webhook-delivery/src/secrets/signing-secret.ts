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

/** Opens sealed secrets. */
export type SecretOpener = (sealed: string, place: SecretPlace) => string;

const openedAtMost = 1_000;

/** Remembers what it has opened lately: the same few secrets sign delivery after delivery. */
export function createSecretOpener(box: SecretBox): SecretOpener {
  const opened = new Map<string, string>();
  return (sealed, place) => {
    const name = placeOf(place);
    const key = `${name} ${sealed}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const secret = box.open(sealed, name);
    if (opened.size >= openedAtMost) opened.clear();
    opened.set(key, secret);
    return secret;
  };
}
