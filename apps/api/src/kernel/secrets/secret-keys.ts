import { createHmac, timingSafeEqual } from 'node:crypto';
import { createSecretBox, type SecretBox } from '@pv-planning/database';

/** The secret key of the service. The former one, if there is one, still verifies its credentials and decrypts its texts. */
export interface SecretKeys {
  secretKey: Buffer;
  formerSecretKey?: Buffer | undefined;
}

const macOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Identifies a key without revealing it. */
export const fingerprintOf = (key: Buffer) => macOf(key, 'key of the signing secrets').toString('hex');

/** Returns the subkeys for one use: that of the present key, then that of the former one. A subkey reveals nothing about other uses. */
function subkeysFor({ secretKey, formerSecretKey }: SecretKeys, use: string): [Buffer, Buffer?] {
  return formerSecretKey ? [macOf(secretKey, use), macOf(formerSecretKey, use)] : [macOf(secretKey, use)];
}

/** Encrypts stored texts of one use. */
export function secretBoxFor(keys: SecretKeys, use: string): SecretBox {
  return createSecretBox(...subkeysFor(keys, use));
}

/** Proves that this service has made a credential, such as an API key, without a look-up. */
export interface Macs {
  /** @param purpose purpose of the credential, which is valid for nothing else */
  macOf(purpose: string, ...parts: readonly (string | number)[]): string;
  /** Takes the same time, whatever is wrong with the MAC. */
  isMac(mac: string, purpose: string, ...parts: readonly (string | number)[]): boolean;
}

/** 128 bits, in hexadecimal digits, which no mail program takes for the end of an address. */
export const macPattern = '[0-9a-f]{32}';

const macBytes = 16;

/** HMAC-SHA256, truncated. */
export function createMacs(keys: SecretKeys): Macs {
  const subkeys = subkeysFor(keys, 'credentials');
  const made = (key: Buffer, parts: readonly (string | number)[]) =>
    macOf(key, JSON.stringify(parts)).subarray(0, macBytes);
  return {
    macOf: (...parts) => made(subkeys[0], parts).toString('hex'),
    isMac(mac, ...parts) {
      const bytes = Buffer.from(mac, 'hex');
      if (bytes.length !== macBytes) return false;
      // All keys are tried, so that the time does not tell under which one a credential was made.
      return subkeys.map((key) => key && timingSafeEqual(bytes, made(key, parts))).includes(true);
    },
  };
}
