import type { Contract } from '@pv-planning/server-kit';
import type { CorsOptions } from 'cors';

/** Lets pages of these origins send all requests of a contract, and read all its response headers. */
export function corsOptions(
  { document, operations }: Pick<Contract, 'document' | 'operations'>,
  origin: '*' | readonly string[],
): CorsOptions {
  const methods = new Set(Object.values(operations).map(({ method }) => method));
  return {
    origin: origin === '*' ? origin : [...origin],
    methods: ['HEAD', ...methods],
    exposedHeaders: Object.keys(document.components.headers ?? {}),
    maxAge: 600,
  };
}
