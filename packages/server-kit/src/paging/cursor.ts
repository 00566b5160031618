import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ApiError, invalidRequest } from '../errors/api-error.ts';

/** Marks a row of a sorted list. The next page begins after it. */
export interface Cursor {
  /** Value of the sort field. */
  value: string | number | null;
  id: string;
  /** The number of rows up to and including this one, as counted when it was read. */
  passed: number;
}

/** The list for which a cursor is valid. */
export interface CursorScope {
  tenant: string;
  operationId: string;
  params: Readonly<Record<string, string | undefined>>;
  /** A field and a direction: `createdAt.desc`. */
  sort: string;
}

/** Converts cursors to opaque texts and back. */
export interface CursorCodec {
  encode(cursor: Cursor, scope: CursorScope): string;
  /** @throws 400 `invalid_request` unless the text was encoded for this list in this order */
  decode(text: string, scope: CursorScope): Cursor;
}

/** Incremented when texts of earlier versions can no longer be read. */
const version = 1;

const macBytes = 16;

function invalidCursor(message: string): ApiError {
  return invalidRequest({ in: 'query', path: 'after', code: 'position', message });
}

/**
 * Texts are signed: a text with a valid signature was created for the same list, so its values need no further validation. They
 * are not encrypted, because they contain only the caller's own data.
 *
 * @param key shared by all processes that serve the same callers
 */
export function cursorCodec(key: Buffer): CursorCodec {
  function macOf(content: string, { tenant, operationId, params }: CursorScope): Buffer {
    const list = JSON.stringify([version, tenant, operationId, params]);
    return createHmac('sha256', key).update(`${list}\n${content}`).digest().subarray(0, macBytes);
  }

  return {
    encode({ value, id, passed }, scope) {
      const content = JSON.stringify([scope.sort, value, id, passed]);
      return Buffer.concat([macOf(content, scope), Buffer.from(content)]).toString('base64url');
    },

    decode(text, scope) {
      const bytes = Buffer.from(text, 'base64url');
      const content = bytes.toString('utf8', macBytes);
      const isAuthentic =
        bytes.length > macBytes &&
        // The decoder ignores characters outside its alphabet.
        bytes.toString('base64url') === text &&
        timingSafeEqual(bytes.subarray(0, macBytes), macOf(content, scope));
      if (!isAuthentic) throw invalidCursor('is not from a Link of this list; start again without after');
      const [sort, value, id, passed] = JSON.parse(content);
      if (sort !== scope.sort) throw invalidCursor(`belongs to sort=${sort}; start again without after`);
      return { value, id, passed };
    },
  };
}
