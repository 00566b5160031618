import { hash, randomInt } from 'node:crypto';
import { isRecordId } from './record-id.ts';

const keyPattern = /^pvp_live_(\d{1,19})_[0-9A-Za-z]{32}$/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface NewApiKey {
  /** Shown once; only its hash is stored. */
  key: string;
  hash: Buffer;
  /** The beginning, by which people tell keys apart. */
  prefix: string;
}

/** A key carries its company, so that it is looked up inside that company alone. */
export function generateApiKey(companyId: string): NewApiKey {
  const secret = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const start = `pvp_live_${companyId}_`;
  return {
    key: start + secret,
    hash: Buffer.from(keyHash(start + secret), 'base64'),
    prefix: start + secret.slice(0, 4),
  };
}

/** The company that a key carries; undefined for a text that is no key. */
export function companyOfKey(key: string): string | undefined {
  const companyId = keyPattern.exec(key)?.[1];
  return companyId !== undefined && isRecordId(companyId) ? companyId : undefined;
}

/** The stored hash of a key in base64: a text is cheaper to make than a buffer. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'base64');
}
