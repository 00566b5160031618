import { hash, randomInt } from 'node:crypto';
import { isRecordId } from '../identifiers/record-id.ts';

const keyPattern = /^pvp_live_(\d{1,19})_[0-9A-Za-z]{32}$/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface NewApiKey {
  /** Shown once; only its hash is stored. */
  key: string;
  hash: Buffer;
  /** The first characters, which identify the key in listings. */
  prefix: string;
}

/** Generates a key. It contains the company's id, so that the lookup can be limited to that company. */
export function generateApiKey(companyId: string): NewApiKey {
  const secret = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const start = `pvp_live_${companyId}_`;
  return {
    key: start + secret,
    hash: Buffer.from(keyHash(start + secret), 'base64'),
    prefix: start + secret.slice(0, 4),
  };
}

/** Returns the company id in a key, or undefined if the text is not a key. */
export function companyOfKey(key: string): string | undefined {
  const companyId = keyPattern.exec(key)?.[1];
  return companyId !== undefined && isRecordId(companyId) ? companyId : undefined;
}

/** Returns the hash of a key in base64, because creating a string is cheaper than creating a buffer. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'base64');
}
