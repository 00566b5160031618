import { randomBytes } from 'node:crypto';
import type { SecretBox } from '@pv-planning/database';

/** `whsec_` and 24 random bytes in base64, redrawn until free of "+" and "/", which are error-prone in copies and URLs. */
export function newSigningSecret(): string {
  for (;;) {
    const text = randomBytes(24).toString('base64');
    if (!/[+/]/.test(text)) return `whsec_${text}`;
  }
}

interface SecretOwner {
  companyId: string;
  endpointId: string;
}

const rowOf = ({ companyId, endpointId }: SecretOwner) => `webhook_endpoint/${companyId}/${endpointId}`;

export function sealSigningSecret(box: SecretBox, secret: string, owner: SecretOwner): string {
  return box.seal(secret, rowOf(owner));
}

/** Returns the secret sealed with the present key of the box; undefined if it already is. */
export function resealSigningSecret(box: SecretBox, sealed: string, owner: SecretOwner): string | undefined {
  return box.reseal(sealed, rowOf(owner));
}

/** Opens sealed secrets. */
export type SecretOpener = (sealed: string, owner: SecretOwner) => string;

const maxOpened = 1_000;

/** Caches opened secrets, because the same few sign many deliveries. */
export function createSecretOpener(box: SecretBox): SecretOpener {
  const opened = new Map<string, string>();
  return (sealed, owner) => {
    const row = rowOf(owner);
    const key = `${row} ${sealed}`;
    const cached = opened.get(key);
    if (cached !== undefined) return cached;
    const secret = box.open(sealed, row);
    if (opened.size >= maxOpened) opened.clear();
    opened.set(key, secret);
    return secret;
  };
}
