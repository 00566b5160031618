import { expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';
import { inverter10, newWiredProject, twoInputs } from '../support/wired-project.ts';

const { newOfferCompany, url } = await openTestApi();

test('a company with slow plans delays only itself, and only until it disconnects', async () => {
  const [busy, other] = [await newOfferCompany(), await newOfferCompany()];
  const [house, otherHouse] = [await newWiredProject(busy), await newWiredProject(other)];
  const acPower = 30_000;
  const limits = {
    acPower,
    acApparentPower: acPower,
    maxDcPower: null,
    mppTrackers: Array(6).fill(twoInputs),
  };
  const materialId = await house.newInverter({ ...inverter10, ...limits });
  const roofs = Array.from({ length: 50 }, (_, index) => ({
    name: `Dach ${index}`,
    roofType: 'GABLE' as const,
    azimuth: (index * 7) % 360,
    tilt: 30,
  }));
  const project = await busy.done('createProject', {}, { customerId: busy.customerId, roofs });
  const { id: large } = await house.offerOf({
    projectId: project.id,
    modules: project.roofs.map(({ id: roofId }, index) => ({
      materialId: house.v9Module,
      roofId,
      quantity: 29 + (index % 3),
    })),
    inverters: Array.from({ length: 20 }, () => ({ materialId })),
  });
  const { id: small } = await house.offerOf(house.v9);

  const { key } = await busy.newKey('*');
  const client = new AbortController();
  let hasEnded = false;
  const abandoned = fetch(`${url}/v1/offers/${large}/plan-strings`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: '{}',
    signal: client.signal,
  }).catch((error: Error) => error.name);
  void abandoned.then(() => {
    hasEnded = true;
  });
  // The next plan of the company waits for the first.
  const next = busy.done('planOfferStrings', { id: small }, {});
  for (let plans = 0; plans < 5; plans += 1)
    expect((await otherHouse.plan(otherHouse.v9)).proposal).not.toBeNull();
  expect(hasEnded).toBe(false);
  client.abort();
  expect(await abandoned).toBe('AbortError');
  expect((await next).proposal).not.toBeNull();
});
