import type { Body, Offer } from '@pv-planning/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referenceLines } from '../support/reference-lines.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany } = await openTestApi();
const company = await newOfferCompany();
const { newOffer, done, products, project, api } = company;

type OfferBody = Omit<Body<'createOffer'>, 'projectId'>;

const vector: OfferBody = referenceLines(company);

describe('the reference calculation', () => {
  test('with the rates of its lines', async () => {
    const { netPrice, vatAmount, offerPrice, vatBreakdown } = await newOffer(vector);
    expect({ netPrice, vatAmount, offerPrice, vatBreakdown }).toEqual({
      netPrice: 16_260,
      vatAmount: 233.7,
      offerPrice: 16_493.7,
      vatBreakdown: [
        { vatRate: 0, net: 15_030, vat: 0 },
        { vatRate: 19, net: 1230, vat: 233.7 },
      ],
    });
  });

  test('with the standard rate for all lines, and without VAT', async () => {
    const standard = await newOffer({ ...vector, vatMode: 'STANDARD' });
    expect([standard.netPrice, standard.offerPrice]).toEqual([16_260, 19_349.4]);
    expect(standard.modules[0]).toMatchObject({ vatRate: 0, appliedVatRate: 19 });
    const reverse = await newOffer({ ...vector, vatMode: 'REVERSE_CHARGE' });
    expect([reverse.offerPrice, reverse.vatBreakdown]).toEqual([
      16_260,
      [{ vatRate: 0, net: 16_260, vat: 0 }],
    ]);
    const own = await done('updateOffer', { id: reverse.id }, { vatMode: 'PV_ZERO' });
    expect(own.offerPrice).toBe(16_493.7);
  });

  test('excludes inactive batteries from all sums', async () => {
    const alternative = { materialId: products.battery, price: 9999, active: false };
    const offer = await newOffer({ ...vector, batteries: [...(vector.batteries ?? []), alternative] });
    expect([offer.offerPrice, offer.batteryCapacityKwh]).toEqual([16_493.7, 10]);
    expect(offer.batteries.map(({ active, totalPrice }) => [active, totalPrice])).toEqual([
      [true, 5200],
      [false, 9999],
    ]);
  });
});

test.each([
  [{ quantity: 3, price: 0.335 }, 1.01],
  [{ quantity: 1, price: 0.005 }, 0.01],
  [{ quantity: 1, price: -0.005 }, -0.01],
  [{ quantity: 1.001, price: 1.005 }, 1.01],
  [{ quantity: 0.5, price: 0.01 }, 0.01],
  [{ quantity: 1_000_000, price: 999.99999 }, 999_999_990],
  [{ quantity: 1, price: 1.00499 }, 1],
])('%j results in %d', async (line, total) => {
  const { additionalCosts } = await newOffer({ additionalCosts: [{ name: 'x', ...line }] });
  expect(additionalCosts[0]?.totalPrice).toBe(total);
});

test('rounds VAT once per rate, half away from zero, also for negative sums', async () => {
  const cents = (price: number) => ({ name: 'x', price, vatRate: 19 }) as const;
  const many = await newOffer({ additionalCosts: [cents(0.05), cents(0.05), cents(0.05)] });
  expect(many.vatBreakdown).toEqual([{ vatRate: 19, net: 0.15, vat: 0.03 }]);
  const below = await newOffer({ additionalCosts: [cents(-7.5), { name: 'y', price: 7.5, vatRate: 0 }] });
  expect(below.vatBreakdown).toEqual([
    { vatRate: 0, net: 7.5, vat: 0 },
    { vatRate: 19, net: -7.5, vat: -1.43 },
  ]);
  expect(below).toMatchObject({ netPrice: 0, offerPrice: -1.43, marginPercent: null });
});

describe('rejects an amount that is too large', () => {
  const refused = async (body: OfferBody) => {
    const response = await api.call('createOffer', { body: { projectId: project.id, ...body } });
    return [response.status, response.error];
  };
  const cost = (price: number, quantity = 1) => ({ name: 'x', price, quantity });

  test('in a line, a sum or the purchase prices', async () => {
    expect(await refused({ additionalCosts: [cost(999_999_999.99)] })).toEqual([201, undefined]);
    expect(await refused({ additionalCosts: [cost(1_000_000, 1000)] })).toEqual([400, 'amount_too_large']);
    expect(await refused({ additionalCosts: [cost(999_999_999.99), cost(0.01)] })).toEqual([
      400,
      'amount_too_large',
    ]);
    expect(await refused({ additionalCosts: [{ ...cost(1, 1000), purchasePrice: 1_000_000 }] })).toEqual([
      400,
      'amount_too_large',
    ]);
  });

  test('in a single line, with its ref', async () => {
    const { id, batteries } = await newOffer({
      batteries: [{ materialId: products.battery, ref: 'speicher' }],
    });
    const { error, text } = await api.call('updateOfferBattery', {
      params: { id, lineId: batteries[0]?.id ?? '' },
      body: { price: 999_999_999, quantity: 10 },
    });
    expect({ error, text }).toEqual({ error: 'amount_too_large', text: expect.stringContaining('speicher') });
  });

  test('after the removal of a discount', async () => {
    const offer = await newOffer({ additionalCosts: [cost(999_999_999), cost(-10), cost(5)] });
    const id = offer.id;
    const lineId = offer.additionalCosts[1]?.id ?? '';
    const { error } = await api.call('deleteOfferAdditionalCost', { params: { id, lineId } });
    expect(error).toBe('amount_too_large');
    expect(await company.read(id)).toEqual(offer);
  });
});

describe('an additional cost without a rate', () => {
  const rateless = (price: number) => ({ name: 'Rabatt', price });
  const cost = (price: number, vatRate: 0 | 7 | 19) => ({ name: 'x', price, vatRate });
  const breakdown = ({ vatBreakdown }: Offer) => vatBreakdown.map(({ vatRate, net }) => [vatRate, net]);

  test('is apportioned over the rates of the other lines', async () => {
    const offer = await newOffer({ additionalCosts: [cost(5000, 0), cost(5001, 19), rateless(-1000.1)] });
    expect(offer).toMatchObject({ netPrice: 9000.9, vatAmount: 855.17, offerPrice: 9856.07 });
    expect(offer.vatBreakdown).toEqual([
      { vatRate: 0, net: 4500, vat: 0 },
      { vatRate: 19, net: 4500.9, vat: 855.17 },
    ]);
    expect(offer.additionalCosts.map(({ vatRate, appliedVatRate }) => [vatRate, appliedVatRate])).toEqual([
      [0, 0],
      [19, 19],
      [null, null],
    ]);
  });

  test.each(['PV_ZERO', 'STANDARD', 'REVERSE_CHARGE'] as const)(
    'gives the same price in any order of calls (%s)',
    async (vatMode) => {
      const costs = [rateless(-500), cost(10_000, 0), cost(800, 19)];
      const results = [];
      for (const order of [costs, costs.toReversed()]) {
        const { id } = await newOffer({ vatMode });
        for (const body of order) await done('createOfferAdditionalCost', { id }, body);
        const offer = await company.read(id);
        const unrated = offer.additionalCosts.find(({ price }) => price === -500);
        results.push({ price: offer.offerPrice, groups: offer.vatBreakdown, rate: unrated?.appliedVatRate });
      }
      expect(results[1]).toEqual(results[0]);
      const price = { PV_ZERO: 10_444.96, STANDARD: 12_257, REVERSE_CHARGE: 10_300 }[vatMode];
      expect(results[0]).toMatchObject({ price, rate: null });
    },
  );

  test('leaves the rounding difference to the largest rate, or the higher one of equal rates', async () => {
    const thirds = await newOffer({
      additionalCosts: [cost(10, 0), cost(10, 7), cost(10, 19), rateless(-1)],
    });
    expect(breakdown(thirds)).toEqual([
      [0, 9.67],
      [7, 9.67],
      [19, 9.66],
    ]);
    const largest = await newOffer({
      additionalCosts: [cost(10, 0), cost(20, 7), cost(10, 19), rateless(-0.01)],
    });
    expect(breakdown(largest)).toEqual([
      [0, 10],
      [7, 19.99],
      [19, 10],
    ]);
  });

  test('has the standard rate if no other rate has a positive sum', async () => {
    expect(breakdown(await newOffer({ additionalCosts: [rateless(100)] }))).toEqual([[19, 100]]);
    const discounts = await newOffer({ additionalCosts: [rateless(100), cost(-10, 0)] });
    expect(breakdown(discounts)).toEqual([
      [0, -10],
      [19, 100],
    ]);
  });

  test('is not apportioned to the rate of a discount that rounds to 0', async () => {
    const offer = await newOffer({ additionalCosts: [cost(-0.004, 7), rateless(100)] });
    expect(offer.vatAmount).toBe(19);
  });

  test('is not apportioned to the rate of an inactive battery', async () => {
    const batteries = [{ materialId: products.battery, price: 5000, vatRate: 0, active: false } as const];
    const offer = await newOffer({ batteries, additionalCosts: [cost(100, 19), rateless(-10)] });
    expect(breakdown(offer)).toEqual([[19, 90]]);
  });

  test('gets a rate and loses it by a PATCH of the line', async () => {
    const { id, additionalCosts } = await newOffer({ additionalCosts: [rateless(-100), cost(1000, 0)] });
    const params = { id, lineId: additionalCosts[0]?.id ?? '' };
    expect((await done('updateOfferAdditionalCost', params, { vatRate: 19 })).appliedVatRate).toBe(19);
    expect((await company.read(id)).vatAmount).toBe(-19);
    expect((await done('updateOfferAdditionalCost', params, { vatRate: null })).vatRate).toBeNull();
    expect((await company.read(id)).vatAmount).toBe(0);
  });
});

/** Returns the value as an exact integer, multiplied by 10 to the power of `decimals`. */
const scaled = (value: number, decimals: number) => {
  const [whole = '', fraction = ''] = value.toFixed(decimals).replace('-', '').split('.');
  return (value < 0 ? -1n : 1n) * BigInt(whole + fraction);
};

/** Divides, rounding half away from zero. */
function divided(value: bigint, by: bigint): bigint {
  const size = value < 0n ? -value : value;
  const rounded = (2n * size + by) / (2n * by);
  return value < 0n ? -rounded : rounded;
}

interface Line {
  quantity: number;
  price: number;
  /** Null for an additional cost that is apportioned over the other rates. */
  vatRate: 0 | 7 | 19 | null;
  purchasePrice: number;
}

/** Apportions cents over the rates with a positive sum. The largest share takes the rest. */
function apportioned(amount: bigint, nets: ReadonlyMap<number, bigint>): [rate: number, cents: bigint][] {
  const positive = [...nets].filter(([, net]) => net > 0n);
  const [first, ...others] = positive.sort(
    ([rate, net], [otherRate, other]) => Number(other - net) || otherRate - rate,
  );
  if (!first) return [[19, amount]];
  const whole = positive.reduce((sum, [, net]) => sum + net, 0n);
  const shares = others.map(([rate, net]) => [rate, divided(amount * net, whole)] as [number, bigint]);
  return [...shares, [first[0], shares.reduce((rest, [, share]) => rest - share, amount)]];
}

/** Returns the sums of an offer with these lines in cents, calculated with integers only. */
function inCents(lines: readonly Line[]) {
  const cents = (quantity: number, price: number) =>
    divided(scaled(quantity, 3) * scaled(price, 5), 1_000_000n);
  const nets = new Map<number, bigint>();
  const add = (rate: number, net: bigint) => nets.set(rate, (nets.get(rate) ?? 0n) + net);
  const rateless: bigint[] = [];
  for (const { quantity, price, vatRate } of lines) {
    if (vatRate === null) rateless.push(cents(quantity, price));
    else add(vatRate, cents(quantity, price));
  }
  if (rateless.length > 0) {
    const amount = rateless.reduce((sum, net) => sum + net, 0n);
    for (const [rate, share] of apportioned(amount, nets)) add(rate, share);
  }
  const groups = [...nets].sort(([one], [other]) => one - other);
  const breakdown = groups.map(([vatRate, net]) => ({
    vatRate,
    net,
    vat: divided(net * BigInt(vatRate), 100n),
  }));
  const net = breakdown.reduce((sum, group) => sum + group.net, 0n);
  const vat = breakdown.reduce((sum, group) => sum + group.vat, 0n);
  const purchase = lines.reduce((sum, line) => sum + cents(line.quantity, line.purchasePrice), 0n);
  return { net, vat, gross: net + vat, purchase, breakdown };
}

const decimal = (decimals: number, most: number) =>
  fc
    .integer({ min: 0, max: most * 10 ** decimals })
    .map((value) => Number((value / 10 ** decimals).toFixed(decimals)));

const anyLine: fc.Arbitrary<Line> = fc.record({
  quantity: fc.oneof(
    decimal(3, 500).filter((value) => value > 0),
    fc.integer({ min: 1, max: 40 }),
  ),
  price: fc
    .tuple(fc.constantFrom(1, 1, 1, -1), fc.oneof(decimal(5, 300), decimal(2, 9000)))
    .map(([sign, price]) => (price === 0 ? 0 : sign * price)),
  vatRate: fc.constantFrom(0, 7, 19, null),
  purchasePrice: decimal(5, 200),
});

test('the sums of random offers match an independent exact calculation', async () => {
  const property = fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 40 }), async (lines) => {
    const offer = await newOffer({ additionalCosts: lines.map((line) => ({ name: 'x', ...line })) });
    const expected = inCents(lines);
    const cents = (value: number) => scaled(value, 2);
    expect({
      net: cents(offer.netPrice),
      vat: cents(offer.vatAmount),
      gross: cents(offer.offerPrice),
      purchase: cents(offer.purchasePrice),
      breakdown: offer.vatBreakdown.map(({ vatRate, net, vat }) => ({
        vatRate,
        net: cents(net),
        vat: cents(vat),
      })),
    }).toEqual(expected);
    const { net, purchase } = expected;
    const margin = net > 0n ? Number(divided((net - purchase) * 10_000n, net)) / 100 : null;
    expect(offer.marginPercent).toBe(margin);
  });
  await fc.assert(property, { numRuns: 60, seed: 12 });
});
