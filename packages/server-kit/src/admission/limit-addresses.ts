import type { RequestHandler } from 'express';
import { logEntryOf } from '../logging/request-log-entry.ts';
import { addressBucket } from './address-bucket.ts';
import type { RequestCounter } from './request-limits.ts';

/** Counts requests outside of contracts by their address. Passes on 429 `rate_limited`. */
export function limitAddresses({ count }: RequestCounter): RequestHandler {
  return (request, response, next) => {
    count(addressBucket(logEntryOf(request).clientAddress ?? ''), response);
    next();
  };
}
