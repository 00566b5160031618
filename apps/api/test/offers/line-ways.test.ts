import type { Offer } from '@pv-planning/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupNames, type LineGroup } from '../../src/sales/offers/model/line-groups.ts';
import { linePath, lineRequests, type OfferBody, string } from '../support/line-requests.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany } = await openTestApi();
const company = await newOfferCompany();
const { newOffer, products, api, read } = company;
const { south, north, modules, update } = lineRequests(company);

type Line = { ref: string } & Record<string, unknown>;

/** Required fields of a new line, by group. */
const required: Record<LineGroup, Record<string, unknown>> = {
  modules: modules(10),
  inverters: { materialId: products.inverter },
  batteries: { materialId: products.battery },
  wallboxes: { materialId: products.wallbox },
  subconstructions: { materialId: products.subconstruction, roofId: south },
  equipment: { materialId: products.equipment },
  emergencyPower: { materialId: products.emergencyPower, inverterRef: 'inverters-kept' },
  miscMaterials: { materialId: products.misc },
  services: { serviceId: products.service },
  additionalCosts: { name: 'Gerüst', price: 890 },
};

const references: Partial<Record<LineGroup, object>> = {
  inverters: { strings: [{ ...string(1, 'modules-kept'), label: 'A' }] },
  batteries: { inverterRef: 'inverters-kept' },
  equipment: { forRef: 'modules-kept' },
};

/** Other lines refer to the first line of each group, so only the second one is removed. */
const before = Object.fromEntries(
  groupNames.map((group): [LineGroup, Line[]] => [
    group,
    [
      { ...required[group], ...references[group], ref: `${group}-kept` },
      { ...required[group], ref: `${group}-other` },
    ],
  ]),
) as Record<LineGroup, Line[]>;

const price = fc.integer({ min: 1, max: 9999 }).map((cents) => cents / 100);
const quantity = fc.integer({ min: 1, max: 40 });

/** Fields that a request can set, apart from those of all lines. */
const ownFields: Partial<Record<LineGroup, Record<string, fc.Arbitrary<unknown>>>> = {
  modules: { rows: fc.constantFrom(2, null), roofId: fc.constantFrom(south, north), quantity },
  inverters: {
    quantity: fc.constant(1),
    strings: fc.constantFrom(
      [],
      [string(1, 'modules-kept', 3)],
      [string(1, 'modules-kept', 3), string(1, null)],
    ),
  },
  batteries: { moduleCount: fc.constantFrom(3, null), coupling: fc.constantFrom('AC', null) },
  subconstructions: { roofId: fc.constantFrom(south, north) },
  equipment: { forRef: fc.constantFrom('inverters-kept', 'batteries-kept', null) },
};

const fieldsOf = (group: LineGroup) =>
  fc.record(
    {
      name: fc.constantFrom('Neu', 'Anders'),
      description: fc.constantFrom('Text', null),
      price,
      vatRate: fc.constantFrom(0, 7, 19),
      purchasePrice: price,
      quantity: fc.option(quantity),
      ...ownFields[group],
    },
    { requiredKeys: [] },
  );

interface Edit {
  changes: object[];
  isRemoved: boolean;
  added: object[];
}

const editOf = (group: LineGroup) =>
  fc.record({
    changes: fc.array(fieldsOf(group), { minLength: 2, maxLength: 2 }),
    isRemoved: fc.boolean(),
    added: fc.array(fieldsOf(group), { maxLength: 2 }),
  });

/** The edits of some groups. */
const edits = fc.record(Object.fromEntries(groupNames.map((group) => [group, editOf(group)])), {
  requiredKeys: [],
}) as fc.Arbitrary<Partial<Record<LineGroup, Edit>>>;

/** Returns an offer without fields that differ between offers with the same content. */
function contentOf(offer: Offer) {
  const { id: _id, number: _number, createdAt: _created, updatedAt: _updated, ...content } = offer;
  const lines = groupNames.map((group) => [
    group,
    offer[group].map(({ id: _line, createdAt: _added, updatedAt: _changed, ...line }) => line),
  ]);
  return { ...content, ...Object.fromEntries(lines) };
}

async function applyOneByOne(offer: Offer, byGroup: Partial<Record<LineGroup, Edit>>): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const { status, text } = await api.send(method, path, body ? { body } : {});
    expect({ path, text, status: status < 300 }).toMatchObject({ status: true });
  };
  const changed = groupNames.flatMap((group) => {
    const edit = byGroup[group];
    return edit ? [{ group, edit, lines: offer[group] }] : [];
  });
  for (const { group, edit, lines } of changed) {
    if (edit.isRemoved) await send('DELETE', linePath(offer.id, group, lines[1]?.id));
    for (const [index, change] of edit.changes.entries()) {
      if (index === 0 || !edit.isRemoved)
        await send('PATCH', linePath(offer.id, group, lines[index]?.id), change);
    }
    for (const line of edit.added)
      await send('POST', linePath(offer.id, group), { ...required[group], ...line });
  }
}

/** Returns the PATCH of an offer that contains the edits. */
function bodyOf(byGroup: Partial<Record<LineGroup, Edit>>): OfferBody {
  const groups = Object.entries(byGroup).map(([name, { changes, isRemoved, added }]) => {
    const group = name as LineGroup;
    const kept = before[group].slice(0, isRemoved ? 1 : 2);
    const changedLines = kept.map(({ ref }, index) => ({ ...required[group], ref, ...changes[index] }));
    return [group, [...changedLines, ...added.map((line) => ({ ...required[group], ...line }))]];
  });
  return Object.fromEntries(groups);
}

test('changes line by line and in one PATCH lead to the same offer', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (byGroup) => {
      const [single, whole] = [await newOffer(before as OfferBody), await newOffer(before as OfferBody)];
      await applyOneByOne(single, byGroup);
      const { status, text } = await update(whole.id, bodyOf(byGroup));
      expect({ status, text }).toMatchObject({ status: 200 });
      expect(contentOf(await read(single.id))).toEqual(contentOf(await read(whole.id)));
    }),
    { numRuns: 6 },
  );
});
