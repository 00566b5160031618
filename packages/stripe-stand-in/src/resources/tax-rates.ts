import type Stripe from 'stripe';
import type { TaxRate } from '../provider/objects.ts';
import { type Context, newId } from './context.ts';
import { type PageParameters, page, pageParameters } from './lists.ts';
import { flag, metadata, parameters, text } from './parameters.ts';

type Creation = Pick<
  Stripe.TaxRateCreateParams,
  'display_name' | 'percentage' | 'inclusive' | 'active' | 'country' | 'description' | 'jurisdiction'
> & { metadata?: Record<string, string> };
type Listing = Pick<Stripe.TaxRateListParams, 'active' | 'inclusive'> & PageParameters;

export const taxRateCreation = parameters<Creation>(
  {
    display_name: { ...text, maxLength: 50 },
    percentage: { type: 'number', minimum: 0, maximum: 100 },
    inclusive: flag,
    active: flag,
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    description: text,
    jurisdiction: text,
    metadata,
  },
  ['display_name', 'percentage', 'inclusive'],
);
export const taxRateListing = parameters<Listing>({ active: flag, inclusive: flag, ...pageParameters });

export function createTaxRate(context: Context, given: Creation): TaxRate {
  const rate: TaxRate = {
    id: newId('txr'),
    object: 'tax_rate',
    active: given.active ?? true,
    country: given.country ?? null,
    created: context.now(),
    description: given.description ?? null,
    display_name: given.display_name,
    inclusive: given.inclusive,
    jurisdiction: given.jurisdiction ?? null,
    livemode: false,
    metadata: given.metadata ?? {},
    percentage: given.percentage,
  };
  context.store.put(context.account, 'tax_rate', rate);
  return rate;
}

export function listTaxRates({ store, account }: Context, { active, inclusive, ...paging }: Listing) {
  const rates = store
    .list(account, 'tax_rate')
    .filter((rate) => active === undefined || rate.active === active)
    .filter((rate) => inclusive === undefined || rate.inclusive === inclusive);
  return page('/v1/tax_rates', rates, paging);
}
