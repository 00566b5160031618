import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ApiError, invalidRequest } from './api-error.ts';

/** The place of a row in a sorted list. */
export interface Position {
  /** Of the sort field. */
  value: string | number | null;
  id: string;
  /** The number of rows up to and including this one, as counted when it was read. */
  passed: number;
}

/** What a position is valid for. */
export interface Place {
  tenant: string;
  operationId: string;
  params: Readonly<Record<string, string | undefined>>;
  /** A field and a direction: `createdAt.desc`. */
  sort: string;
}

/** Converts positions to opaque texts and back. */
export interface Positions {
  toText(position: Position, place: Place): string;
  /** @throws 400 `invalid_request` unless the text is that of a position in this list with this order */
  fromText(text: string, place: Place): Position;
}

/** Changes whenever texts of earlier versions can no longer be read. */
const version = 1;

const macBytes = 16;

function refused(message: string): ApiError {
  return invalidRequest({ in: 'query', path: 'after', code: 'position', message });
}

/**
 * Positions are signed, so that whatever comes back is a place that was once given out for the same list: its values need no
 * further validation. They are readable, since they contain nothing but the caller's own data.
 *
 * @param key shared by all processes that serve the same callers
 */
export function positions(key: Buffer): Positions {
  function macOf(content: string, { tenant, operationId, params }: Place): Buffer {
    const list = JSON.stringify([version, tenant, operationId, params]);
    return createHmac('sha256', key).update(`${list}\n${content}`).digest().subarray(0, macBytes);
  }

  return {
    toText({ value, id, passed }, place) {
      const content = JSON.stringify([place.sort, value, id, passed]);
      return Buffer.concat([macOf(content, place), Buffer.from(content)]).toString('base64url');
    },

    fromText(text, place) {
      const bytes = Buffer.from(text, 'base64url');
      const content = bytes.toString('utf8', macBytes);
      const isOurs =
        bytes.length > macBytes &&
        // The decoder skips what it does not know.
        bytes.toString('base64url') === text &&
        timingSafeEqual(bytes.subarray(0, macBytes), macOf(content, place));
      if (!isOurs) throw refused('is not from a Link of this list; start again without after');
      const [sort, value, id, passed] = JSON.parse(content);
      if (sort !== place.sort) throw refused(`belongs to sort=${sort}; start again without after`);
      return { value, id, passed };
    },
  };
}
