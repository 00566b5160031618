import { createHash, hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Operation } from '../contract/contract.ts';
import { apiError } from '../errors/api-error.ts';
import type { ApiResponse } from './api-response.ts';
import type { Json } from './json-text.ts';

/** Returns the strong entity tag of the JSON of a record's version. */
export async function entityTag(json: Json): Promise<string> {
  if (typeof json === 'string') return tagOf(json);
  const digest = createHash('sha1');
  for (const [index, part] of json.entries()) {
    if (index % partsPerSlice === partsPerSlice - 1) await nextTick();
    digest.update(part);
  }
  return `"${digest.digest('base64url')}"`;
}

function tagOf(json: string): string {
  return `"${hash('sha1', json, 'base64url')}"`;
}

/** Hashing them takes one to two milliseconds. */
const partsPerSlice = 16;

function tags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

/**
 * Whether the client already has this version (`If-None-Match`). Express's comparison cannot be used: it gives precedence to
 * `Cache-Control: no-cache`, which fetch adds to every conditional request.
 */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || tags(ifNoneMatch).includes(tag));
}

/** Replaces the response of a GET by 304 without a body if the client already has this version. */
export function notModifiedIfKnown(
  response: ApiResponse,
  { method }: Operation,
  headers: IncomingHttpHeaders,
): ApiResponse {
  const { ETag: tag } = response.headers;
  if (method !== 'GET' || tag === undefined || !matches(headers['if-none-match'], tag)) return response;
  return { ...response, status: 304, json: undefined };
}

/**
 * Requires that an `If-Match` header matches the current version of a record.
 *
 * @throws 409 `version_conflict` with the current version as `ETag`
 */
export function requireMatch(ifMatch: string | undefined, version: unknown): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const current = tagOf(JSON.stringify(version));
  if (!tags(ifMatch).includes(current)) throw apiError('version_conflict', { headers: { ETag: current } });
}
