import { createHmac } from 'node:crypto';
import { createSecretBox, type SecretBox } from '@pv-planning/database';

/** Encrypts stored responses. @param secretKey the service's key, of which a subkey is used */
export function responseBoxOf(secretKey: Buffer): SecretBox {
  return createSecretBox(createHmac('sha256', secretKey).update('stored responses').digest());
}
