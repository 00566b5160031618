import type { CompanyQueries } from '@pv-planning/database';
import { conflict } from '../../../kernel/contract/api-errors.ts';
import { daysAfter, germanDayOf } from '../../../kernel/dates/german-days.ts';

/** @throws 409 `offer_expired` after the end of the last day in Germany */
export function requireValid(validTo: string | null, now: string): void {
  if (validTo !== null && validTo < germanDayOf(now))
    throw conflict('offer_expired', { values: { validTo } });
}

/** Returns the default `validTo` of an offer published now, according to the company's setting; null if the company has none. */
export async function defaultValidTo(db: CompanyQueries, now: string): Promise<string | null> {
  const [company] = await db.selectFrom('company').select('defaultOfferValidityDays').execute();
  const days = company?.defaultOfferValidityDays ?? null;
  return days === null ? null : daysAfter(germanDayOf(now), days);
}
