import { type ApiError, invalidRequest, refusal } from './api-error.ts';
import type { Operation } from './contract.ts';
import type { Page } from './handler.ts';

interface PageQuery {
  limit?: number;
  offset?: number;
  sort?: string;
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The validator has checked the number and applied the default, but accepts `1e400`, which is parsed as infinity. */
function wholeNumber(query: PageQuery, path: 'limit' | 'offset'): number {
  const value = query[path];
  if (Number.isSafeInteger(value)) return value as number;
  throw invalidRequest({ in: 'query', path, code: 'type', message: 'must be integer' });
}

/**
 * Returns the requested page of a list operation, or undefined for any other operation.
 *
 * @throws 400 `invalid_request`
 */
export function requestedPage(operation: Operation, query: PageQuery): Page | undefined {
  const { sortable, nullableSort, defaultSort } = operation;
  if (defaultSort === null) return undefined;
  const [name = '', direction] = (query.sort ?? defaultSort).split('.');
  const field = sortable.includes(name) ? name : camelCase(name);
  return {
    limit: wholeNumber(query, 'limit'),
    offset: wholeNumber(query, 'offset'),
    sort: {
      field,
      direction: direction === 'desc' ? 'desc' : 'asc',
      nullable: nullableSort.includes(field),
    },
  };
}

/** 400: `sort` has an unknown field or no direction. The message lists the allowed fields. */
export function invalidSort(sortable: readonly string[]): ApiError {
  const fields = sortable.join(', ');
  return refusal('invalid_sort', {
    values: { fields },
    details: [
      {
        in: 'query',
        path: 'sort',
        code: 'invalid_sort',
        message: `must be one of ${fields}, then .asc or .desc`,
      },
    ],
  });
}
