import type Stripe from 'stripe';
import { AdministrationError } from '../../company/administration-error.ts';
import { type ProviderFailure, providerResult } from '../../kernel/payment-accounts/provider-failure.ts';

/** An id that no object has. */
const nothing = 'none';

/** Read requests, by the permission that each proves. */
const probes: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  'Checkout Sessions': (stripe) => stripe.checkout.sessions.retrieve(nothing),
  'Payment Intents': (stripe) => stripe.paymentIntents.retrieve(nothing),
  Charges: (stripe) => stripe.charges.retrieve(nothing),
  Refunds: (stripe) => stripe.refunds.list({ limit: 1 }),
  'Tax Rates': (stripe) => stripe.taxRates.list({ limit: 1 }),
};

const permissions =
  'It needs write access to Checkout Sessions, Refunds and Tax Rates, and read access to Payment Intents and Charges.';

export const providerFailed = ({ message }: ProviderFailure) =>
  new AdministrationError(
    'payment_provider_error',
    `Stripe did not check the key, so nothing was changed: ${message}`,
  );

/** Requires that a key has the read permissions of the service. Write permissions show only with the first payment. */
export async function tryKey(stripe: Stripe): Promise<void> {
  const answers = await Promise.all(
    Object.entries(probes).map(async ([resource, probe]) => ({
      resource,
      ...(await providerResult(probe(stripe))),
    })),
  );
  for (const { resource, failure } of answers) {
    if (failure?.kind === 'keyRefused')
      throw new AdministrationError(
        'payment_key_refused',
        `Stripe refuses the key for ${resource}: ${failure.message} ${permissions}`,
      );
    if (failure && failure.kind !== 'refused') throw providerFailed(failure);
  }
}
