import { hash } from 'node:crypto';
import { refusal } from './api-error.ts';

/** Strong entity tag of a record as a read answers it, in JSON. */
export function entityTag(json: string): string {
  return `"${hash('sha1', json, 'base64url')}"`;
}

function tags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

/**
 * Whether the caller has this version already (`If-None-Match`). Our own comparison: Express lets `Cache-Control: no-cache`
 * win, which fetch adds to every conditional request.
 */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || tags(ifNoneMatch).includes(tag));
}

/**
 * Compares an `If-Match` header with a record's present version.
 *
 * @throws 409 `version_conflict`
 */
export function requireMatch(ifMatch: string | undefined, representation: unknown): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (!tags(ifMatch).includes(entityTag(JSON.stringify(representation)))) throw refusal('version_conflict');
}
