import { type ErrorDetail, invalidRequest } from '@pv-planning/server-kit';
import { badRequest } from '../contract/refusals.ts';

/** Collects what is wrong with the lines of a request, so that one answer names everything of a kind. */
export interface LineProblems {
  invalid(path: string, code: string, message: string): void;
  dangling(path: string): void;
  priceless(path: string): void;
  /** @param ref names the line where the body does not contain it */
  tooLarge(path: string, ref: string, message: string): void;
  /** @throws 400 if there are problems */
  throwFirst(): void;
}

type Code = 'dangling_ref' | 'price_required' | 'amount_too_large';

function refuse(code: Code, details: readonly ErrorDetail[], path = String(details[0]?.path)) {
  return badRequest(code, { values: { path }, details });
}

export function lineProblems(): LineProblems {
  const invalid: ErrorDetail[] = [];
  const dangling: ErrorDetail[] = [];
  const priceless: ErrorDetail[] = [];
  const tooLarge: ErrorDetail[] = [];
  let tooLargeLine = '';
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
    dangling(path) {
      dangling.push(detail(path, 'dangling_ref', 'names no line of the offer that it can refer to'));
    },
    priceless(path) {
      const message = 'is required because the product has no selling price at the site';
      priceless.push(detail(path, 'price_required', message));
    },
    tooLarge(path, ref, message) {
      tooLargeLine ||= path || `the line ${ref}`;
      tooLarge.push(detail(path, 'amount_too_large', message));
    },
    throwFirst() {
      if (invalid.length > 0) throw invalidRequest(...invalid);
      if (dangling.length > 0) throw refuse('dangling_ref', dangling);
      if (priceless.length > 0) throw refuse('price_required', priceless);
      if (tooLarge.length > 0) throw refuse('amount_too_large', tooLarge, tooLargeLine);
    },
  };
}
