import type { Body, NetworkCarrierDocument } from '@pv-planning/contract';
import { textOf } from '@pv-planning/documents/testing';
import { expect, test } from 'vitest';
import { openOfferCompanies } from '../support/offer-company.ts';
import { inverter } from '../support/product-bodies.ts';

const { newOfferCompany, database } = await openOfferCompanies();
const company = await newOfferCompany();
const { done, api, products, project, manufacturerId } = company;
const [roof = { id: '' }] = project.roofs;

const textIn = ({ content }: NetworkCarrierDocument) => textOf(Buffer.from(content, 'base64'));

/** Adds a grid operator whose forms are layouts. Returns its id and those of its forms. */
async function newOperator(layouts: readonly string[]) {
  const { kysely } = database;
  const { id } = await kysely
    .insertInto('gridOperator')
    .values({ companyId: company.id, name: 'Netze Łódź' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const forms: string[] = [];
  for (const [index, layout] of layouts.entries()) {
    const form = { code: layout, name: layout, layout, phase: 'APPLICATION', appliesTo: 'ALWAYS' };
    const row = await kysely
      .insertInto('gridOperatorForm')
      .values({ companyId: company.id, gridOperatorId: id, position: index + 1, ...form })
      .returning('id')
      .executeTakeFirstOrThrow();
    forms.push(row.id);
  }
  return { id, forms };
}

const operator = await newOperator(['E1', 'E2', 'E3', 'E8', 'UESB']);
const [e1 = '', e2 = ''] = operator.forms;

async function newInverter(fields: Partial<Body<'createInverter'>>): Promise<string> {
  const sold = { manufacturerId, sellingPrices: [{ siteId: company.siteId, net: 1 }] };
  return (await done('createInverter', {}, { ...inverter, ...sold, ...fields })).id;
}

const generate = (offerId: string, documentIds: readonly string[]) =>
  done(
    'generateNetworkCarrierDocuments',
    { id: offerId },
    { networkCarrierId: operator.id, documentIds: [...documentIds] },
  );

test('every layout prints an offer without any line, and lists what is missing', async () => {
  const offer = await company.newOffer();
  const { data } = await generate(offer.id, operator.forms);
  expect(data.map(({ fileName }) => fileName)).toEqual(
    ['E1', 'E2', 'E3', 'E8', 'UESB'].map((code) => `${code}-${offer.number}-1.pdf`),
  );
  expect(data[1]?.missingFields).toContainEqual({
    field: '2.3',
    label: 'Typ',
    required: true,
    reason: 'EMPTY',
    source: { resource: 'offers', id: offer.id, path: '/inverters' },
  });
  expect(await generate(offer.id, operator.forms)).toEqual({ data });
});

test('E.2 has a sheet for each type of inverter, with the name of the product as its type', async () => {
  const other = await newInverter({ name: 'Wandler ≥ 5 kΩ ß €', acApparentPower: 10_000 });
  const offer = await company.newOffer({
    modules: [{ materialId: products.module, roofId: roof.id, quantity: 24 }],
    inverters: [
      { materialId: other, name: 'Das Herzstück' },
      { materialId: products.inverter },
      { materialId: other },
    ],
  });
  const { data } = await generate(offer.id, [e2, e1]);
  expect(data.map(({ documentId, copy, copies, fileName }) => [documentId, copy, copies, fileName])).toEqual([
    [e2, 1, 2, `E2-${offer.number}-1.pdf`],
    [e2, 2, 2, `E2-${offer.number}-2.pdf`],
    [e1, 1, 1, `E1-${offer.number}-1.pdf`],
  ]);
  const [first, second] = data as [NetworkCarrierDocument, NetworkCarrierDocument];
  const text = await textIn(first);
  expect(text).toContain('Typ Wandler ≥ 5 kΩ ß €');
  expect(text).not.toContain('Herzstück');
  expect(text).toContain('in A 14,4');
  expect(text).toContain('Netze Łódź');
  expect(await textIn(second)).toContain('Blatt 2 von 2');
});

test('what was unknown when a line was added comes from the catalog, and from the line otherwise', async () => {
  const id = await newInverter({ name: 'Alter Name' });
  const offer = await company.newOffer({ inverters: [{ materialId: id }] });
  const apparentPower = {
    field: '2.6',
    source: { resource: 'inverters', id, path: '/acApparentPower' },
  };
  const before = await generate(offer.id, [e2]);
  expect(before.data[0]?.missingFields).toContainEqual(expect.objectContaining(apparentPower));
  await done('updateInverter', { id }, { name: 'Neuer Name', acApparentPower: 12_000, acPower: 1 });
  const { data } = await generate(offer.id, [e2]);
  expect(data[0]?.missingFields).not.toContainEqual(expect.objectContaining({ field: '2.6' }));
  const text = await textIn(data[0] as NetworkCarrierDocument);
  expect(text).toContain('12,00');
  expect(text).toContain('Alter Name');
  expect(text).toContain('17,3');
});

test('rejects ids of other records, with their location', async () => {
  const { id } = await company.newOffer();
  const elsewhere = await newOperator(['E1']);
  const call = (body: object) =>
    api.call('generateNetworkCarrierDocuments', { params: { id }, body: body as never });
  const unknown = (...paths: string[]) => ({
    status: 400,
    error: 'unknown_reference',
    details: paths.map((path) => expect.objectContaining({ path })),
  });
  expect(
    await call({
      networkCarrierId: operator.id,
      documentIds: [e1, ...elsewhere.forms, 'x'],
      electronicsFirmId: null,
    }),
  ).toMatchObject(unknown('/documentIds/1', '/documentIds/2'));
  expect(
    await call({ networkCarrierId: '1', documentIds: [e1], electronicsFirmId: operator.id }),
  ).toMatchObject(unknown('/networkCarrierId', '/electronicsFirmId'));
});

test('rejects a request whose forms have more than 40 sheets', async () => {
  const many = await newOperator(Array.from({ length: 14 }, () => 'E2'));
  const inverters = [await newInverter({ name: 'A' }), await newInverter({ name: 'B' }), products.inverter];
  const offer = await company.newOffer({ inverters: inverters.map((materialId) => ({ materialId })) });
  const call = (documentIds: string[]) =>
    api.call('generateNetworkCarrierDocuments', {
      params: { id: offer.id },
      body: { networkCarrierId: many.id, documentIds },
    });
  expect(await call(many.forms)).toMatchObject({ status: 400, error: 'too_many_documents' });
  expect(await call(many.forms.slice(1))).toMatchObject({ status: 200, body: { data: { length: 39 } } });
});
