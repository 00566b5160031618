import { Unreadable } from './unreadable.ts';

/** A limit shared by all files of a price list. */
export interface Budget {
  readonly limit: number;
  left: number;
}

export function newBudget(limit: number): Budget {
  return { limit, left: limit };
}

/** @throws Unreadable with this code if the budget is exceeded */
export function spend(
  budget: Budget,
  amount: number,
  code: 'too_large' | 'too_many_records',
  line: number | null = null,
): void {
  budget.left -= amount;
  if (budget.left < 0) throw new Unreadable(code, { limit: budget.limit }, line);
}
