import { request } from 'node:http';
import { expect, test } from 'vitest';
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

test('who pays is sent back to the service', async () => {
  const { id, url, session } = await openPage();
  const response = await submit(url, { action: 'pay', method: 'paypal', promotionCode: '' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`http://127.0.0.1:3000/paid?session=${id}`);
  expect(await session()).toMatchObject({ payment_status: 'paid' });
  expect(await (await submit(url, { action: 'pay' })).text()).toContain('This session is complete: paid.');
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
