import { hash, randomBytes } from 'node:crypto';
import { isRecordId } from '../../kernel/identifiers/record-id.ts';
import { createMacs, fingerprintOf, macPattern, type SecretKeys } from '../../kernel/secrets/secret-keys.ts';

const keyPattern = new RegExp(`^pvp_live_(\\d{1,19})_([0-9a-f]{32})_(${macPattern})$`);

export interface NewApiKey {
  /** Shown once; only its hash is stored. */
  key: string;
  hash: Buffer;
  /** The first characters, which identify the key in listings. */
  prefix: string;
  /** Fingerprint of the service's key with which it was made. */
  secretFingerprint: string;
}

/** The key of the service with which an API key was made: with a former one, it works until the next change; ended, it never works again. */
export type KeyOfApiKey = 'present' | 'former' | 'ended';

export interface ApiKeys {
  /** Generates a key: the company's id, 128 random bits, and a MAC of both. */
  generate(companyId: string): NewApiKey;
  /** Returns the company of a key, or undefined if this service has not made it. */
  companyOf(key: string): string | undefined;
  /** @param secretFingerprint null for an unknown former key */
  keyOf(secretFingerprint: string | null): KeyOfApiKey;
}

export function apiKeys(keys: SecretKeys): ApiKeys {
  const { macOf, isMac } = createMacs(keys);
  const present = fingerprintOf(keys.secretKey);
  const former = keys.formerSecretKey && fingerprintOf(keys.formerSecretKey);
  return {
    generate(companyId) {
      const random = randomBytes(16).toString('hex');
      const start = `pvp_live_${companyId}_`;
      const key = `${start}${random}_${macOf('API key', companyId, random)}`;
      return {
        key,
        hash: Buffer.from(keyHash(key), 'base64'),
        prefix: start + random.slice(0, 6),
        secretFingerprint: present,
      };
    },
    companyOf(key) {
      const [, companyId = '', random = '', mac = ''] = keyPattern.exec(key) ?? [];
      return isRecordId(companyId) && isMac(mac, 'API key', companyId, random) ? companyId : undefined;
    },
    keyOf(secretFingerprint) {
      if (secretFingerprint === present) return 'present';
      return former && (secretFingerprint ?? former) === former ? 'former' : 'ended';
    },
  };
}

/** Returns the hash of a key in base64, because creating a string is cheaper than creating a buffer. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'base64');
}
