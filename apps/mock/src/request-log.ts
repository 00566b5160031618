import type { RequestHandler } from 'express';

interface ErrorBody {
  error: string;
  message: string;
  details?: { in: string; path: string; message: string }[];
}

/** Prints each request with the status of its response, and below it the request's violations of the contract. */
export function printRequests(log: (line: string) => void): RequestHandler {
  return ({ method, originalUrl }, response, next) => {
    const end = response.end.bind(response) as (body?: unknown) => typeof response;
    response.end = (body?: unknown) => {
      log(`${method} ${originalUrl} ${response.statusCode}`);
      if (response.statusCode >= 400 && typeof body === 'string')
        for (const line of problemsOf(JSON.parse(body))) log(`  ${line}`);
      return end(body);
    };
    next();
  };
}

function problemsOf({ error, message, details = [] }: ErrorBody): string[] {
  if (details.length === 0) return [`${error}: ${message}`];
  return details.map((detail) => `${error}: ${detail.in} ${detail.path} ${detail.message}`);
}
