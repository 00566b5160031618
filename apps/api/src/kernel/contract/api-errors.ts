import { errors } from '@pv-planning/contract';
import { errors as pagesErrors } from '@pv-planning/contract/pages';
import { type ApiError, apiErrors } from '@pv-planning/server-kit';

/** Codes of all documents: a rule does not know the document of the request, which has the text of the code. */
export const { badRequest, unauthorized, conflict, limited, badGateway, unavailable } = apiErrors({
  ...pagesErrors,
  ...errors,
});

/** An error code with status 409, such as `material_in_use`. */
export type ConflictCode = Parameters<typeof conflict>[0];

/**
 * 409: a value that must be unique in the company is already in use.
 *
 * @param path JSON Pointer of the field
 * @param id the record that has the value, if it still exists
 */
export function alreadyExists(path: string, id?: string): ApiError {
  const message = 'must be unique in your company';
  return conflict('already_exists', {
    values: { path },
    details: [{ in: 'body', path, code: 'already_exists', message, ...(id !== undefined && { id }) }],
  });
}

/** Maximum number of problems in a message. `details` contains all of them. */
const maxNamed = 5;

function named(problems: readonly string[]): string {
  const names = problems.slice(0, maxNamed).join(', ');
  const more = problems.length - maxNamed;
  return more > 0 ? `${names} and ${more} more` : names;
}

/** A field of the body (JSON Pointer) that does not refer to a valid record. */
interface UnknownReference {
  path: string;
  /** Default: the record does not exist in the caller's company. */
  message?: string;
}

const unknownRecord = 'refers to a record that does not exist in your company';

/** 400: fields of the body refer to records that do not exist or are of the wrong type. */
export function unknownReferences(unknown: readonly UnknownReference[]): ApiError {
  return badRequest('unknown_reference', {
    values: { problems: named(unknown.map(({ path, message = unknownRecord }) => `${path} ${message}`)) },
    details: unknown.map(({ path, message = unknownRecord }) => ({
      in: 'body',
      path,
      code: 'unknown_reference',
      message,
    })),
  });
}

/** 400: fields of the body (JSON Pointers) refer to records that do not exist in the caller's company. */
export function unknownReference(...paths: readonly string[]): ApiError {
  return unknownReferences(paths.map((path) => ({ path })));
}
