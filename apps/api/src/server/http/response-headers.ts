import type { RequestHandler } from 'express';

/** Forbids browsers to guess another content type. */
export const noSniffing: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};

/** Sets the headers that belong to the path of a request. */
export function responseHeaders(
  headersOf: (path: string) => Readonly<Record<string, string>>,
): RequestHandler {
  return (request, response, next) => {
    const headers = headersOf(request.path);
    for (const name in headers) response.setHeader(name, headers[name] ?? '');
    next();
  };
}

/** Responses to callers with a link are not cached, do not leak the link as referrer, and are not indexed. */
export const linkHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};
