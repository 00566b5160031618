import type { CheckoutSession } from '../provider/objects.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

const methodNames = { card: 'Card', paypal: 'PayPal', sepa_debit: 'SEPA debit' } as const;

const euros = (cents: number) => `${(cents / 100).toFixed(2)} €`;

function button(action: string, label: string): string {
  return `<button name="action" value="${action}">${label}</button>`;
}

function form(content: string, message: string): string {
  return `<form method="post">${message && `<p role="alert">${escaped(message)}</p>`}${content}</form>`;
}

function openForm(session: CheckoutSession, message: string): string {
  const methods = session.payment_method_types.map((method, index) => {
    const name = methodNames[method as keyof typeof methodNames];
    return `<p><label><input type="radio" name="method" value="${method}"${index === 0 ? ' checked' : ''}> ${name}</label></p>`;
  });
  const code = session.allow_promotion_codes
    ? '<p><label>Promotion code <input name="promotionCode"></label></p>'
    : '';
  const cancel = session.cancel_url ? `<a href="${escaped(session.cancel_url)}">Back</a>` : '';
  return form(
    `${methods.join('')}${code}<p>${button('pay', 'Pay')} ${button('fail', 'Fail')} ${cancel}</p>`,
    message,
  );
}

/** A page on which people pay a checkout session, or let its payment fail. */
export function checkoutPage(
  session: CheckoutSession,
  {
    productName,
    isDebitPending,
    message = '',
  }: { productName: string; isDebitPending: boolean; message?: string },
): string {
  const content = () => {
    if (session.status === 'open') return openForm(session, message);
    if (isDebitPending)
      return form(
        `<p>The debit is under way.</p><p>${button('debit-succeeded', 'Pay')} ${button('debit-failed', 'Fail')}</p>`,
        message,
      );
    return `<p>This session is ${session.status}: ${session.payment_status}.</p>`;
  };
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Checkout (stand-in)</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 30rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>${escaped(productName)}</h1>
<p>${euros(session.amount_total ?? 0)}. No money is moved: this page stands in for the payment provider.</p>
${content()}
</html>`;
}
