import { randomUUID } from 'node:crypto';
import type { PageRequestCreated } from '@pv-planning/contract/pages';
import { beforeEach, expect, test } from 'vitest';
import { monday } from '../support/payments.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, visitor } = await openTestApi({}, { payments: true });

const contact = { firstName: 'Erika', lastName: 'Muster', email: 'erika@example.org' };

let company: Awaited<ReturnType<typeof addPaidCompany>>;

beforeEach(async () => {
  setClock(startOfExamples);
  company = await addPaidCompany();
});

const submit = (key: string) =>
  visitor()<PageRequestCreated>(
    'submitRequest',
    { handle: company.handle },
    {
      body: { contact, appointment: { typeSlug: company.slug, startsAt: `${monday}T08:00:00.000Z` } },
      headers: { 'Idempotency-Key': key },
      mayFail: true,
    },
  );

async function requests() {
  const { data } = (await company.api.call('listOfferRequests')).body;
  return Promise.all(
    data.map(async ({ id }) => (await company.api.call('getOfferRequest', { params: { id } })).body),
  );
}

test('a request of the configurator with an appointment that has a price is made at once, and its booking when it is paid', async () => {
  const { status, body } = await submit(randomUUID());
  expect({ status, body }).toMatchObject({ status: 200, body: { booking: null } });
  expect(body.checkoutUrl).toMatch(/^http/);
  expect(body.holdUntil).toMatch(/^2026-03-16T08:31:/);
  expect(await requests()).toMatchObject([{ number: body.number, bookingId: null, source: 'CONFIGURATOR' }]);
  const { id, checkoutSessionId } = await company.newest();
  standIn.pay(checkoutSessionId ?? '');
  const [request] = await requests();
  expect(await company.decided(id)).toMatchObject({ source: 'BUILDER', offerRequestId: request?.id });
  expect(await requests()).toMatchObject([{ number: body.number, bookingId: id }]);
});

// The SDK tries a lost request once more.
test.each([['500'], ['drop', 'drop']] as const)(
  'a provider that fails with %s keeps the request, and the same key continues with it',
  async (...disturbances) => {
    const key = randomUUID();
    standIn.disturb('checkout.sessions.create', ...disturbances);
    expect(await submit(key)).toMatchObject({ status: 502, error: 'payment_provider_error' });
    const [kept, ...others] = await requests();
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ bookingId: null, status: 'NEW' });
    await expect.poll(async () => (await company.newest()).status).toBe('EXPIRED');
    const again = await submit(key);
    expect(again).toMatchObject({ status: 200, body: { number: kept?.number, booking: null } });
    expect((await requests()).map(({ id }) => id)).toEqual([kept?.id]);
    const { id, checkoutSessionId, offerRequestId } = await company.newest();
    expect(offerRequestId).toBe(kept?.id);
    standIn.pay(checkoutSessionId ?? '');
    expect(await company.decided(id)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' });
    expect(await submit(key)).toMatchObject({ status: 200, body: { number: kept?.number } });
    expect((await requests()).map(({ bookingId }) => bookingId)).toEqual([id]);
  },
);
