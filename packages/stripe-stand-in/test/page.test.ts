import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { booking, startForTest } from './support/stripe.ts';

const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

async function openPage() {
  const started = await startForTest();
  const { id, url } = await started.stripe.checkout.sessions.create(booking());
  const session = () => started.stripe.checkout.sessions.retrieve(id);
  return { ...started, id, url: String(url), session };
}

test('shows what is paid and how, with all texts escaped', async () => {
  const { url } = await openPage();
  const html = await (await fetch(url)).text();
  expect(html).toContain('Vor-Ort-Termin &amp; &lt;Beratung&gt;');
  expect(html).toContain('99.00 €');
  for (const part of ['Card', 'PayPal', 'SEPA debit', 'Promotion code', '>Pay<', '>Fail<', '/cancelled"'])
    expect(html).toContain(part);
});

test('names the promotion codes that there are', async () => {
  const { standIn, account, url } = await openPage();
  standIn.createPromotionCode(account, { code: 'SONNE<10>', percentOff: 10 });
  expect(await (await fetch(url)).text()).toContain('(SONNE&lt;10&gt;)');
});

test('who pays is sent back to the service', async () => {
  const { id, url, session } = await openPage();
  const response = await submit(url, { action: 'pay', method: 'paypal', promotionCode: '' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`http://127.0.0.1:3000/paid?session=${id}`);
  expect(await session()).toMatchObject({ payment_status: 'paid' });
  const again = await submit(url, { action: 'pay' });
  expect(again.status).toBe(400);
  const html = await again.text();
  for (const part of ['This session is complete: paid.', 'This session cannot be paid any more.'])
    expect(html).toContain(part);
});

test('a declined payment can be tried again', async () => {
  const { url, session } = await openPage();
  expect(await (await submit(url, { action: 'fail', method: 'card' })).text()).toContain('declined');
  expect(await session()).toMatchObject({ status: 'open', payment_status: 'unpaid' });
});

test('the page of a debit asks for the response of the bank', async () => {
  const { url, session } = await openPage();
  await submit(url, { action: 'pay', method: 'sepa_debit' });
  expect(await (await fetch(url)).text()).toContain('The debit is under way.');
  await submit(url, { action: 'debit-succeeded' });
  expect(await session()).toMatchObject({ payment_status: 'paid' });
});

test('a payment is refunded in parts and in full, and a refund fails', async () => {
  const { standIn, id, url } = await openPage();
  await submit(url, { action: 'pay' });
  const made = () => standIn.refunds(id).map(({ amount, status }) => [amount, status]);
  for (const amount of ['20,00', '30.5', '']) {
    const response = await submit(url, { action: 'refund', amount });
    // A page that is reloaded refunds nothing.
    expect([response.status, response.headers.get('location')]).toEqual([303, new URL(url).pathname]);
  }
  expect(made()).toEqual([
    [4850, 'succeeded'],
    [3050, 'succeeded'],
    [2000, 'succeeded'],
  ]);
  const [, second] = standIn.refunds(id);
  await submit(url, { action: 'refund-failed', refund: second?.id ?? '' });
  const html = await (await fetch(url)).text();
  for (const part of ['Refund of 30.50 €: failed.', 'Refund of 20.00 €: succeeded.', 'placeholder="30.50"'])
    expect(html).toContain(part);
});

test('a payment is disputed, and the dispute is decided', async () => {
  const { url } = await openPage();
  await submit(url, { action: 'pay' });
  await submit(url, { action: 'dispute' });
  expect(await (await submit(url, { action: 'refund' })).text()).toContain('has been charged back');
  await submit(url, { action: 'dispute-won' });
  expect(await (await fetch(url)).text()).toContain('The dispute was won.');
  expect((await submit(url, { action: 'refund' })).status).toBe(303);
});

describe('what does not fit is refused with a reason on the page', () => {
  test.each([
    ['debit-succeeded', 'Nothing was paid'],
    ['refund', 'Nothing was paid'],
    ['dispute', 'Nothing was paid'],
    ['dispute-won', 'The payment is not disputed.'],
    ['refund-failed', 'The payment has no such refund.'],
    ['steal', 'There is no action &quot;steal&quot;.'],
  ])('%s of a payment that is open', async (action, reason) => {
    const response = await submit((await openPage()).url, { action });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(reason);
  });

  test.each([
    [{ action: 'debit-succeeded' }, 'No debit of this session is under way.'],
    [{ action: 'refund', amount: '100' }, 'greater than unrefunded amount'],
    [{ action: 'refund', amount: 'all' }, 'Enter an amount in euros, such as 12.50.'],
    [{ action: 'refund', amount: '0,00' }, 'Enter an amount in euros, such as 12.50.'],
  ])('%j after the payment', async (form, reason) => {
    const { url } = await openPage();
    await submit(url, { action: 'pay' });
    const response = await submit(url, form);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(reason);
  });

  test('a refund of a debit under way', async () => {
    const { url } = await openPage();
    await submit(url, { action: 'pay', method: 'sepa_debit' });
    const response = await submit(url, { action: 'refund' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('has not succeeded');
  });
});

test('an unknown promotion code is refused', async () => {
  const { url, session } = await openPage();
  expect(await (await submit(url, { action: 'pay', promotionCode: 'X' })).text()).toContain(
    'This code is invalid.',
  );
  expect(await session()).toMatchObject({ status: 'open' });
});

test('a page of another name for this machine is not served', async () => {
  const { standIn, id } = await openPage();
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  request({ host: standIn.host, port: standIn.port, path: `/pay/${id}`, headers: { Host: 'evil.example' } })
    .on('response', ({ statusCode }) => resolve(statusCode))
    .end();
  expect(await promise).toBe(403);
});
