import type { RequestHandler } from 'express';
import { logEntryOf } from '../logging/request-log-entry.ts';
import { addressBucket } from './address-bucket.ts';
import { appliedLimits, type RequestCounter } from './request-limits.ts';

/** Counts requests outside of contracts by their address. Passes on 429 `rate_limited`. */
export function limitAddresses(counter: RequestCounter): RequestHandler {
  return (request, response, next) => {
    const limits = appliedLimits();
    try {
      limits.apply(counter, addressBucket(logEntryOf(request).clientAddress ?? ''));
    } finally {
      limits.setHeaders(response);
    }
    next();
  };
}
