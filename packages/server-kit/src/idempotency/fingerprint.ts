import { createHash } from 'node:crypto';

interface FingerprintedRequest {
  operationId: string;
  /** Path and query as sent. */
  target: string;
  bodyBytes: Buffer | undefined;
}

/** Returns a hash that identifies a request: requests with the same fingerprint are considered equal. */
export function fingerprint({ operationId, target, bodyBytes }: FingerprintedRequest): string {
  const hash = createHash('sha256').update(`${operationId}\n${target}\n`);
  if (bodyBytes) hash.update(bodyBytes);
  return hash.digest('hex');
}
