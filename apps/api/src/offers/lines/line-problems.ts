import { type ErrorDetail, invalidRequest } from '@pv-planning/server-kit';
import { badRequest } from '../../contract/api-errors.ts';

/** Collects what is wrong with the lines of a request, so that one answer names everything of a kind. */
export interface LineProblems {
  invalid(path: string, code: string, message: string): void;
  /**
   * @param line the `ref` of the line that refers to another
   * @param isKnown whether the offer has that other line, in a group that the first cannot refer to
   */
  dangling(path: string, line: string, ref: string, isKnown: boolean): void;
  priceless(path: string): void;
  /** @param ref names the line where the body does not contain it */
  tooLarge(path: string, ref: string, message: string): void;
  /** @throws 400 if there are problems */
  throwFirst(): void;
}

type Code = 'dangling_ref' | 'price_required' | 'amount_too_large';

function refuse(code: Code, details: readonly ErrorDetail[], values: Readonly<Record<string, string>>) {
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
      if (dangling.length > 0) throw refuse('dangling_ref', dangling, firstDangling);
      if (priceless.length > 0) throw refuse('price_required', priceless, {});
      if (tooLarge.length > 0) throw refuse('amount_too_large', tooLarge, firstTooLarge);
    },
  };
}
