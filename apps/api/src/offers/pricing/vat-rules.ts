import type { Offer, VatRate } from '@pv-planning/contract';
import { germanDayOf } from '../../dates/german-days.ts';

interface VatRules {
  /** First day in Germany on which offers are made by these rules. */
  validFrom: string;
  /** Percent, § 12 (1) UStG. */
  standardRate: VatRate;
  /** Up to this power in kWp the kind of building does not matter, § 12 (3) no. 1 sentence 2 UStG. */
  kWpLimit: number;
}

const rules: readonly VatRules[] = [{ validFrom: '2023-01-01', standardRate: 19, kWpLimit: 30 }];

/** The rules for an offer: those of the day on which it was created, whatever comes later. */
export function vatRulesOf({ createdAt }: Pick<Offer, 'createdAt'>): VatRules {
  const day = germanDayOf(createdAt);
  const found = rules.findLast(({ validFrom }) => validFrom <= day) ?? rules[0];
  if (!found) throw new Error('There are no VAT rules.');
  return found;
}

/** Returns the rate in percent that a line gets, by its own. */
export function appliedVatRates({
  vatMode,
  createdAt,
}: Pick<Offer, 'vatMode' | 'createdAt'>): (vatRate: VatRate) => number {
  switch (vatMode) {
    case 'PV_ZERO':
      return (vatRate) => vatRate;
    case 'STANDARD': {
      const { standardRate } = vatRulesOf({ createdAt });
      return () => standardRate;
    }
    case 'REVERSE_CHARGE':
      return () => 0;
  }
}
