import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, dispatch } = await openTestApi(
  {},
  { payments: true, role: 'api' },
);

test('a repeated request keeps its slot if the provider answers it after dispatchers, which were about to free the slot', async () => {
  setClock(startOfExamples);
  const company = await addPaidCompany();
  const key = randomUUID();
  const body = { email: 'erika@example.org' };
  const [forDispatcher, forRequest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waiting = () => standIn.disturbancesLeft('taxRates.create');
  // The first two are the request, which the SDK repeats.
  standIn.disturb(
    ...(['taxRates.create', 'drop', 'drop'] as const),
    ...[{ until: forDispatcher.promise }, { until: forRequest.promise }],
  );
  expect(await company.book(body, { key })).toMatchObject({ status: 502 });
  const dispatched = dispatch(company.id, 'checkout');
  await expect.poll(waiting).toBe(1);
  const repeated = company.book(body, { key });
  await expect.poll(waiting).toBe(0);
  forDispatcher.resolve();
  await dispatched;
  forRequest.resolve();
  expect(await repeated).toMatchObject({ status: 200, body: { booking: null } });
  const { id, checkoutSessionId } = await company.newest();
  standIn.pay(checkoutSessionId ?? '');
  await company.wake(id);
  await dispatch(company.id, 'checkout');
  expect(await company.read(id)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' });
});
