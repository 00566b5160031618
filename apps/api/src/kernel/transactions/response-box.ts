import type { SecretBox } from '@pv-planning/database';
import { type SecretKeys, secretBoxFor } from '../secrets/secret-keys.ts';

/** Encrypts stored responses. */
export function responseBoxOf(keys: SecretKeys): SecretBox {
  return secretBoxFor(keys, 'stored responses');
}
