import { hash } from 'node:crypto';
import { apiError } from './api-error.ts';

/** Returns the strong entity tag of a record's JSON representation. */
export function entityTag(json: string): string {
  return `"${hash('sha1', json, 'base64url')}"`;
}

function tags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

/**
 * Whether the client already has this version (`If-None-Match`). Express's comparison cannot be used: it gives precedence to
 * `Cache-Control: no-cache`, which fetch adds to every conditional request.
 */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || tags(ifNoneMatch).includes(tag));
}

/**
 * Requires that an `If-Match` header matches the current version of a record.
 *
 * @throws 409 `version_conflict`
 */
export function requireMatch(ifMatch: string | undefined, representation: unknown): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (!tags(ifMatch).includes(entityTag(JSON.stringify(representation)))) throw apiError('version_conflict');
}
