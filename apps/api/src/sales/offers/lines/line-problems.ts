import { type ErrorDetail, invalidRequest } from '@pv-planning/server-kit';
import { badRequest, conflict } from '../../../kernel/contract/api-errors.ts';
import type { Line } from '../model/line.ts';

/** Returns an error detail about a stored line. The parameter `id` of the path names the offer. */
export function lineDetail({ id }: Pick<Line, 'id'>, code: string, message: string): ErrorDetail {
  return { in: 'path', path: 'id', code, message, id };
}

/** An archived product or service that lines of an offer would have. */
export interface ArchivedSource {
  code: 'material_archived' | 'service_archived';
  /** Completes the message: "The product in … is archived." */
  place: string;
  detail: ErrorDetail;
}

/** @throws 409 `material_archived` or `service_archived`, whose details name all of them */
export function rejectArchived(archived: readonly ArchivedSource[]): void {
  const [first] = archived;
  if (!first) return;
  const details = archived.map(({ detail }) => detail);
  throw conflict(first.code, { values: { path: first.place }, details });
}

/** Collects the errors in the lines of a request, so that one response reports all of the same code. */
export interface LineProblems {
  invalid(path: string, code: string, message: string): void;
  /**
   * @param line the `ref` of the line that refers to another
   * @param isKnown whether the offer has a line with that `ref`, but in a group that `line` cannot refer to
   */
  dangling(path: string, line: string, ref: string, isKnown: boolean): void;
  priceless(path: string): void;
  /** @param ref the ref of the line, reported if `path` is empty because the body does not contain the line */
  tooLarge(path: string, ref: string, message: string): void;
  /** @throws 400 with all problems of the first code */
  throwFirst(): void;
}

type Code = 'dangling_ref' | 'price_required' | 'amount_too_large';

function lineError(code: Code, details: readonly ErrorDetail[], values: Readonly<Record<string, string>>) {
  return badRequest(code, { values: { path: String(details[0]?.path), ...values }, details });
}

export function lineProblems(): LineProblems {
  const invalid: ErrorDetail[] = [];
  const dangling: ErrorDetail[] = [];
  const priceless: ErrorDetail[] = [];
  const tooLarge: ErrorDetail[] = [];
  let firstDangling = {};
  let firstTooLarge = {};
  const detail = (path: string, code: string, message: string): ErrorDetail => ({
    in: 'body',
    path,
    code,
    message,
  });
  return {
    invalid(path, code, message) {
      invalid.push(detail(path, code, message));
    },
    dangling(path, line, ref, isKnown) {
      if (dangling.length === 0) firstDangling = { line, ref };
      const problem = isKnown ? 'is in a group that it cannot refer to' : 'the offer does not have';
      dangling.push(detail(path, 'dangling_ref', `${line} refers to ${ref}, which ${problem}`));
    },
    priceless(path) {
      const message = 'is required because the product has no selling price at the site';
      priceless.push(detail(path, 'price_required', message));
    },
    tooLarge(path, ref, message) {
      if (tooLarge.length === 0) firstTooLarge = { path: path || `the line ${ref}` };
      tooLarge.push(detail(path, 'amount_too_large', message));
    },
    throwFirst() {
      if (invalid.length > 0) throw invalidRequest(...invalid);
      if (dangling.length > 0) throw lineError('dangling_ref', dangling, firstDangling);
      if (priceless.length > 0) throw lineError('price_required', priceless, {});
      if (tooLarge.length > 0) throw lineError('amount_too_large', tooLarge, firstTooLarge);
    },
  };
}
