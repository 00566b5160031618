import { hash, randomBytes } from 'node:crypto';
import { isRecordId } from '../identifiers/record-id.ts';
import { createMacs, macPattern, type SecretKeys } from '../secrets/secret-keys.ts';

const keyPattern = new RegExp(`^pvp_live_(\\d{1,19})_([0-9a-f]{32})_(${macPattern})$`);

export interface NewApiKey {
  /** Shown once; only its hash is stored. */
  key: string;
  hash: Buffer;
  /** The first characters, which identify the key in listings. */
  prefix: string;
}

export interface ApiKeys {
  /** Generates a key: the company's id, 128 random bits, and a MAC of both. */
  generate(companyId: string): NewApiKey;
  /** Returns the company of a key, or undefined if this service has not made it. */
  companyOf(key: string): string | undefined;
}

export function apiKeys(keys: SecretKeys): ApiKeys {
  const { macOf, isMac } = createMacs(keys);
  return {
    generate(companyId) {
      const random = randomBytes(16).toString('hex');
      const start = `pvp_live_${companyId}_`;
      const key = `${start}${random}_${macOf('API key', companyId, random)}`;
      return { key, hash: Buffer.from(keyHash(key), 'base64'), prefix: start + random.slice(0, 6) };
    },
    companyOf(key) {
      const [, companyId = '', random = '', mac = ''] = keyPattern.exec(key) ?? [];
      return isRecordId(companyId) && isMac(mac, 'API key', companyId, random) ? companyId : undefined;
    },
  };
}

/** Returns the hash of a key in base64, because creating a string is cheaper than creating a buffer. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'base64');
}
