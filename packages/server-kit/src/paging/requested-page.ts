import type { Operation } from '../contract/contract.ts';
import { type ApiError, apiError, invalidRequest } from '../errors/api-error.ts';
import type { Cursor, CursorCodec, CursorScope } from './cursor.ts';

/** The requested page of a list, with the contract's defaults for absent parameters. */
export interface Page<SortField extends string = string> {
  limit: number;
  /** Number of rows before the page. `after` takes precedence over `offset`. */
  offset: number;
  after: Cursor | undefined;
  sort: {
    field: SortField;
    direction: 'asc' | 'desc';
    /** Whether the field can be null. Nulls sort last in both directions. */
    nullable: boolean;
  };
}

/** A valid query, with the defaults of absent parameters. */
interface PageQuery {
  limit: number;
  offset: number;
  after?: string;
  sort?: string;
  include?: string;
}

/** Maximum `limit` of a list with complete items. */
const maxCompleteItems = 50;

/** A requested page, and the link to the next one. */
export interface RequestedPage {
  page: Page;
  /** Returns the `Link` to the page that begins after this cursor. */
  linkAfter(cursor: Cursor): string;
}

/** A valid request of a list operation. */
interface ListRequest extends Omit<CursorScope, 'sort'> {
  operation: Operation;
  query: object;
  /** As sent. */
  url: string;
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the parameters as sent, without the defaults that the validator has added. */
function sentQuery(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start));
}

/**
 * Returns a `Link` relative to the request's URL, which remains valid behind a proxy that changes host or prefix. It begins with the
 * last segment of the path because older URI libraries resolve a bare query incorrectly.
 */
function nextLink({ path }: Operation, url: string, after: string): string {
  const query = sentQuery(url);
  query.delete('offset');
  query.set('after', after);
  return `<${path.slice(path.lastIndexOf('/') + 1)}?${query}>; rel="next"`;
}

/** @throws 400 `invalid_request` for an offset, or a limit that is too high for complete items */
function requireCompletable({ limit, offset, after }: PageQuery): void {
  if (limit > maxCompleteItems) {
    const message = `must be <= ${maxCompleteItems} with include`;
    throw invalidRequest({ in: 'query', path: 'limit', code: 'maximum', message });
  }
  if (offset > 0 && after === undefined) {
    const message = 'must not be combined with include; follow the Link instead';
    throw invalidRequest({ in: 'query', path: 'offset', code: 'contradiction', message });
  }
}

/**
 * Returns the requested page of a list operation, or undefined for any other operation.
 *
 * @throws 400 `invalid_request`
 */
export function requestedPage(
  { operation, query: valid, url, ...list }: ListRequest,
  { encode, decode }: CursorCodec,
): RequestedPage | undefined {
  const { sortable, nullableSort, defaultSort } = operation;
  if (defaultSort === null) return undefined;
  const query = valid as PageQuery;
  if (query.include !== undefined) requireCompletable(query);
  const [name = '', order] = (query.sort ?? defaultSort).split('.');
  const field = sortable.includes(name) ? name : camelCase(name);
  const direction = order === 'desc' ? 'desc' : 'asc';
  const scope = { ...list, sort: `${field}.${direction}` };
  const after = query.after === undefined ? undefined : decode(query.after, scope);
  if (after && sentQuery(url).has('offset')) {
    const message = 'must not be combined with offset, which it replaces';
    throw invalidRequest({ in: 'query', path: 'after', code: 'contradiction', message });
  }
  return {
    page: {
      limit: query.limit,
      offset: after?.passed ?? query.offset,
      after,
      sort: { field, direction, nullable: nullableSort.includes(field) },
    },
    linkAfter: (cursor) => nextLink(operation, url, encode(cursor, scope)),
  };
}

/** 400: `sort` has an unknown field or no direction. The message lists the allowed fields. */
export function invalidSort(sortable: readonly string[]): ApiError {
  const fields = sortable.join(', ');
  return apiError('invalid_sort', {
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
