import { Unreadable } from './unreadable.ts';

/** A limit that the files of a price list share. */
export interface Budget {
  readonly limit: number;
  left: number;
}

export function newBudget(limit: number): Budget {
  return { limit, left: limit };
}

/** @throws Unreadable with this code when there is less left */
export function spend(
  budget: Budget,
  amount: number,
  code: 'too_large' | 'too_many_records',
  line: number | null = null,
): void {
  budget.left -= amount;
  if (budget.left < 0) throw new Unreadable(code, { limit: budget.limit }, line);
}
