import type { Operation } from '../../src/operation.ts';

/** An operation that takes a small body and has nothing of its own but these. */
export function operationLike(own: Pick<Operation, 'path' | 'scope'> & Partial<Operation>): Operation {
  return {
    method: 'POST',
    errors: [],
    hasBody: true,
    maxBodyMiB: 1,
    oneAtATime: false,
    readOnly: false,
    idempotent: false,
    ifMatch: false,
    etag: false,
    location: null,
    sortable: [],
    nullableSort: [],
    defaultSort: null,
    ...own,
  };
}
