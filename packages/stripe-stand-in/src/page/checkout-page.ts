import type { Charge, CheckoutSession, Dispute, Refund } from '../provider/objects.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

const methodNames = { card: 'Card', paypal: 'PayPal', sepa_debit: 'SEPA debit' } as const;

const amountOf = (cents: number) => (cents / 100).toFixed(2);
const euros = (cents: number) => `${amountOf(cents)} €`;

function button(action: string, label: string): string {
  return `<button name="action" value="${action}">${label}</button>`;
}

const form = (content: string) => `<form method="post">${content}</form>`;

function openForm(session: CheckoutSession, codes: readonly string[]): string {
  const methods = session.payment_method_types.map((method, index) => {
    const name = methodNames[method as keyof typeof methodNames];
    return `<p><label><input type="radio" name="method" value="${method}"${index === 0 ? ' checked' : ''}> ${name}</label></p>`;
  });
  const known = codes.length > 0 ? ` (${codes.map(escaped).join(', ')})` : '';
  const code = session.allow_promotion_codes
    ? `<p><label>Promotion code${known} <input name="promotionCode"></label></p>`
    : '';
  const cancel = session.cancel_url ? `<a href="${escaped(session.cancel_url)}">Back</a>` : '';
  return form(`${methods.join('')}${code}<p>${button('pay', 'Pay')} ${button('fail', 'Fail')} ${cancel}</p>`);
}

function refundItem({ id, amount, status }: Refund): string {
  const fail =
    status === 'succeeded' || status === 'pending'
      ? ` <input type="hidden" name="refund" value="${id}">${button('refund-failed', 'Fail')}`
      : '';
  return `<li>${form(`Refund of ${euros(amount)}: ${status}.${fail}`)}</li>`;
}

function disputeForm(dispute: Dispute | undefined): string {
  if (!dispute) return form(`<p>${button('dispute', 'Dispute')} the payment, as the customer's bank</p>`);
  if (dispute.status !== 'needs_response') return `<p>The dispute was ${dispute.status}.</p>`;
  return form(
    `<p>The payment is disputed. ${button('dispute-won', 'Win')} ${button('dispute-lost', 'Lose')}</p>`,
  );
}

function paidForms(
  { amount, amount_refunded: refunded }: Charge,
  { refunds, dispute }: CheckoutDetails,
): string {
  const left = amount - refunded;
  const refund = form(
    `<p>${button('refund', 'Refund')} <input name="amount" size="8" aria-label="Amount" placeholder="${amountOf(left)}"> €, as the company in the dashboard</p>`,
  );
  return `${left > 0 ? refund : ''}<ul>${refunds.map(refundItem).join('')}</ul>${disputeForm(dispute)}`;
}

/** What the page shows beside the session. */
export interface CheckoutDetails {
  productName: string;
  productDescription: string;
  /** The last attempt to pay. */
  charge: Charge | undefined;
  /** Those of the charge, the newest first. */
  refunds: readonly Refund[];
  dispute: Dispute | undefined;
  /** Those that customers can enter. */
  promotionCodes: readonly string[];
}

/** A page on which people pay a checkout session or let its payment fail, and refund or dispute what was paid. */
export function checkoutPage(session: CheckoutSession, details: CheckoutDetails, message = ''): string {
  const { productName, productDescription, charge, promotionCodes } = details;
  const content = () => {
    if (session.status === 'open') return openForm(session, promotionCodes);
    if (charge?.status === 'pending')
      return form(
        `<p>The debit is under way.</p><p>${button('debit-succeeded', 'Pay')} ${button('debit-failed', 'Fail')}</p>`,
      );
    const state = `<p>This session is ${session.status}: ${session.payment_status}.</p>`;
    return charge?.paid ? `${state}${paidForms(charge, details)}` : state;
  };
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Checkout (stand-in)</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 30rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>${escaped(productName)}</h1>
<p>${escaped(productDescription)}</p>
<p>${euros(session.amount_total ?? 0)}. No money is moved: this page stands in for the payment provider.</p>
${message && `<p role="alert">${escaped(message)}</p>`}
${content()}
</html>`;
}
