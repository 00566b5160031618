import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { type Account, type StripeStandIn, startStripeStandIn } from '../../src/index.ts';

/** The provider's SDK, as the service uses it. */
export function sdk(standIn: StripeStandIn, { apiKey }: Pick<Account, 'apiKey'>, timeout = 8000): Stripe {
  return new Stripe(apiKey, {
    host: standIn.host,
    port: standIn.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    timeout,
  });
}

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'stripe-stand-in-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** A stand-in whose clock can be moved, with an account and the SDK. */
export async function startForTest({ timeout }: { timeout?: number } = {}) {
  const clock = { offsetMs: 0 };
  const standIn = await startStripeStandIn({
    directory: temporaryDirectory(),
    now: () => Date.now() + clock.offsetMs,
  });
  onTestFinished(() => standIn.close());
  const account = standIn.createAccount();
  return { standIn, account, clock, stripe: sdk(standIn, account, timeout) };
}

export const minutesFromNow = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;

/** A session as the service creates it. */
export function booking(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    client_reference_id: '7',
    metadata: { companyId: '1', bookingId: '7' },
    payment_intent_data: { metadata: { companyId: '1', bookingId: '7' } },
    customer_email: 'erika@example.org',
    customer_creation: 'always',
    locale: 'de',
    billing_address_collection: 'required',
    line_items: [
      {
        price_data: {
          currency: 'eur',
          unit_amount: 9900,
          product_data: { name: 'Vor-Ort-Termin & <Beratung>', description: 'Montag <10 Uhr>' },
        },
        quantity: 1,
      },
    ],
    allow_promotion_codes: true,
    allowed_payment_method_types: ['card', 'paypal', 'sepa_debit'],
    wallet_options: { link: { display: 'never' } },
    invoice_creation: { enabled: false },
    expires_at: minutesFromNow(31),
    submit_type: 'pay',
    success_url: 'http://127.0.0.1:3000/paid?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:3000/cancelled',
    ...changes,
  };
}

/** Returns the error of a request that must fail. */
export async function errorOf(
  request: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`No error of the provider: ${error}`);
}

export async function paidIntent(stripe: Stripe, session: string) {
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session);
  return String(intent);
}
