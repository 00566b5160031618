import type { Offer, VatRate } from '@pv-planning/contract';
import { germanDayOf } from '../../../kernel/dates/german-days.ts';

interface VatRules {
  /** First day in Germany on which these rules apply to new offers. */
  validFrom: string;
  /** Percent, § 12 (1) UStG. */
  standardRate: VatRate;
  /** Up to this power in kWp, the zero rate applies regardless of the kind of building, § 12 (3) no. 1 sentence 2 UStG. */
  kWpLimit: number;
}

const rules: readonly VatRules[] = [{ validFrom: '2023-01-01', standardRate: 19, kWpLimit: 30 }];

/** Returns the rules in force on the day on which an offer was created. Later rules do not affect the offer. */
export function vatRulesOf({ createdAt }: Pick<Offer, 'createdAt'>): VatRules {
  const day = germanDayOf(createdAt);
  const found = rules.findLast(({ validFrom }) => validFrom <= day) ?? rules[0];
  if (!found) throw new Error('There are no VAT rules.');
  return found;
}

/** Returns a function from the VAT rate of a line to the rate that applies, in percent. */
export function appliedVatRates({
  vatMode,
  createdAt,
}: Pick<Offer, 'vatMode' | 'createdAt'>): (vatRate: VatRate) => VatRate {
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
