import { expect, test } from 'vitest';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, dispatch, hastenRefunds } = await openTestApi(
  {},
  { payments: true, role: 'api' },
);

let now = Date.parse(startOfExamples);

function pass(seconds: number): void {
  now += seconds * 1_000;
  setClock(new Date(now).toISOString());
}

const outage = Array.from({ length: 100 }, () => '500' as const);

test('a customer who pays during an outage of the provider gets the confirmation seconds after its end', async () => {
  pass(0);
  standIn.holdWebhooks();
  const company = await addPaidCompany();
  const { bookingId, sessionId, token = expect.fail() } = await company.hold();
  const look = async () => {
    const { state } = await company.checkoutOf(token);
    await dispatch(company.id, 'checkout');
    return state;
  };
  pass(60);
  standIn.disturb('checkout.sessions.retrieve', ...outage);
  // The page asks every three seconds.
  for (let looks = 0; looks < 12; looks += 1) {
    pass(3);
    await look();
  }
  expect((await company.checkout(bookingId)).attempts).toBeGreaterThan(9);
  standIn.disturb('checkout.sessions.retrieve');
  standIn.pay(sessionId);
  pass(3);
  await look();
  expect(await look()).toBe('BOOKED');
});

test('a slot whose hold ends during an outage of the provider is free half a minute after the end of the outage', async () => {
  const company = await addPaidCompany();
  const { bookingId } = await company.hold();
  standIn.disturb('checkout.sessions.retrieve', ...outage);
  pass(3_600);
  for (let looks = 0; looks < 12; looks += 1) {
    pass(600);
    await dispatch(company.id, 'checkout');
  }
  standIn.disturb('checkout.sessions.retrieve');
  pass(31);
  await dispatch(company.id, 'checkout');
  expect(await company.read(bookingId)).toMatchObject({ status: 'EXPIRED' });
});

test('metrics count a refund that the provider does not answer as repeated', async () => {
  const company = await addPaidCompany();
  const { bookingId, sessionId } = await company.hold();
  standIn.pay(sessionId);
  await company.wake(bookingId);
  await dispatch(company.id, 'checkout');
  standIn.disturb('refunds.create', ...outage);
  await company.api.call('cancelBooking', {
    params: { id: bookingId },
    body: { refund: true },
    mayFail: true,
  });
  await hastenRefunds();
  expect(await dispatch(company.id, 'refund')).toEqual(['repeat']);
  standIn.disturb('refunds.create');
  await hastenRefunds();
  expect(await dispatch(company.id, 'refund')).toEqual(['done']);
});
