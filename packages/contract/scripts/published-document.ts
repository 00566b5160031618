import { extensions } from '../../../openapi/lint/extensions.js';
import type { DescribedResponse, OpenApiDocument, Operation } from '../src/document.ts';

/** A bundle with the extensions that are not published. */
export interface SourceDocument extends OpenApiDocument {
  'x-limits'?: Record<string, { by: string; requests: number; seconds: number }>;
}

/** An operation of a bundle, with the extensions that are not published. */
export interface SourceOperation extends Operation {
  /** What the operation does to records that have states: kind of record → actions of its state table. */
  'x-actions'?: Record<string, string[]>;
  'x-concurrency'?: { group: string; perTenant: number; maxWaitSeconds: number };
  /** operationId of the GET that reads the record whose version the operation returns and compares. */
  'x-etag-of'?: string | null;
  /** Names of limits that the document defines. */
  'x-limits'?: string[];
  'x-request'?: {
    steps?: true;
    timeLimitSeconds?: number;
    maxBodyMiB?: number;
    quotaShare?: number;
    withoutQuota?: true;
  };
  'x-sortable'?: { fields: string[]; default: string };
}

/** A response of a bundle, with the extensions that are not published. */
export interface SourceResponse extends DescribedResponse {
  /** operationId of the GET that reads the new record. */
  'x-read-by'?: string;
}

/** A bundle as readers get it: without the extensions that only the generator of this package reads. */
export function publishedDocument<T>(document: T): T {
  const withoutExtensions = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(withoutExtensions);
    if (typeof node !== 'object' || node === null) return node;
    const kept = Object.entries(node).filter(([key]) => extensions[key]?.stage !== 'generate');
    return Object.fromEntries(kept.map(([key, part]) => [key, withoutExtensions(part)]));
  };
  return withoutExtensions(document) as T;
}
