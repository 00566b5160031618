import type { Booking } from '@pv-planning/contract';
import { checkoutLine, mailAddress } from '@pv-planning/mail';
import type Stripe from 'stripe';
import type { BookingTypeRow } from '../../appointments/booking-types/booking-type-records.ts';
import { refundEndBeforePayment } from '../../appointments/bookings/link/change-limits.ts';
import type { CompanyPresentation } from '../../company/company-records.ts';
import type { AccountId, PaymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import { createTaxRate } from '../../kernel/payment-accounts/tax-rates.ts';
import { type PaymentMethods, sessionMinutes } from './payable.ts';

/** The request for a session. It is stored, because a repeat with the same idempotency key must be identical. */
export type SessionRequest = Omit<Stripe.Checkout.SessionCreateParams, 'expires_at'> & { expires_at: number };

interface Sale {
  companyId: string;
  booking: Booking;
  type: BookingTypeRow;
  company: CompanyPresentation;
  /** Address to which the provider redirects the customer. */
  returnUrl: string;
  methods: PaymentMethods;
  now: string;
}

/** Returns the request for a session, without the tax rate. */
export function sessionRequest(sale: Sale): SessionRequest {
  const { companyId, booking, type, company, returnUrl, methods, now } = sale;
  const { id: bookingId, customer, language, priceCents, typeName, startsAt } = booking;
  const { email } = customer ?? {};
  const metadata = { companyId, bookingId };
  return {
    mode: 'payment',
    client_reference_id: bookingId,
    metadata,
    payment_intent_data: { metadata },
    ...(email && { customer_email: mailAddress(email).address }),
    customer_creation: 'always',
    locale: language,
    billing_address_collection: 'required',
    submit_type: 'pay',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: priceCents ?? 0,
          product_data: {
            name: typeName ?? type.name,
            description: checkoutLine({
              ...{
                booking: { ...booking, customer: { address: customer?.address ?? null } },
                company,
                language,
              },
              freeCancellation: refundEndBeforePayment(
                { startsAt, refundNoticeMinutes: type.refundNoticeMinutes },
                now,
              ),
            }),
          },
        },
      },
    ],
    allow_promotion_codes: type.promotionCodes,
    allowed_payment_method_types: methods,
    wallet_options: { link: { display: 'never' } },
    invoice_creation: { enabled: false },
    // The view of the page that says so.
    success_url: `${returnUrl}?view=booked`,
    cancel_url: returnUrl,
    expires_at: Math.floor((Date.parse(now) + sessionMinutes(type) * 60_000) / 1000),
  };
}

/** A stored request. Encrypted, because it contains the customer's link, which allows changes. */
export function sealedRequest(accounts: PaymentAccounts, account: AccountId, request: SessionRequest) {
  return { sealed: accounts.seal(JSON.stringify(request), account, 'checkoutRequest') };
}

export function openedRequest(accounts: PaymentAccounts, account: AccountId, stored: object): SessionRequest {
  const { sealed } = stored as ReturnType<typeof sealedRequest>;
  return JSON.parse(accounts.open(sealed, account, 'checkoutRequest'));
}

interface Creation {
  bookingId: string;
  accountId: string;
  request: SessionRequest;
  /** Percent, contained in the price. */
  taxRate: number | null;
  /** The provider's id of the tax rate; undefined if it was not created yet. */
  taxRateId: string | undefined;
}

export interface CreatedSession {
  session: Stripe.Checkout.Session;
  taxRateId: string | undefined;
}

/** Creates the checkout session of a booking, or returns the one that was created before. @throws errors of the SDK */
export async function createSession(
  stripe: Stripe,
  { bookingId, accountId, request, taxRate, taxRateId: knownId }: Creation,
): Promise<CreatedSession> {
  const taxRateId = taxRate ? (knownId ?? (await createTaxRate(stripe, accountId, taxRate))) : undefined;
  const lines = request.line_items?.map((line) => ({
    ...line,
    ...(taxRateId !== undefined && { tax_rates: [taxRateId] }),
  }));
  const session = await stripe.checkout.sessions.create(
    { ...request, ...(lines && { line_items: lines }) },
    { idempotencyKey: `checkout:${bookingId}` },
  );
  return { session, taxRateId };
}
