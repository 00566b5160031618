import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Body, NetworkCarrierDocument } from '@pv-planning/contract';
import { type FormMap, sampleForms } from '@pv-planning/documents';
import { textOf } from '@pv-planning/documents/testing';
import { describe, expect, test } from 'vitest';
import { formAdministration } from '../../src/sales/grid-operators/forms/form-administration.ts';
import {
  type CheckedForm,
  checkForm,
  type FormSource,
} from '../../src/sales/grid-operators/forms/form-source.ts';
import { newLayoutOperator } from '../support/layout-operator.ts';
import { inverter } from '../support/product-bodies.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany, database } = await openTestApi();
const company = await newOfferCompany();
const { done, api, products, project, manufacturerId } = company;
const [roof = { id: '' }] = project.roofs;

const textIn = ({ content }: NetworkCarrierDocument) => textOf(Buffer.from(content, 'base64'));

const newOperator = (layouts: readonly string[]) => newLayoutOperator(database.kysely, company.id, layouts);

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

test('data that was unknown when a line was added comes from the catalog, all other data from the line', async () => {
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

describe('templates of grid operators', () => {
  const administration = formAdministration(database.kysely);

  async function newTemplates(sources: readonly FormSource[]) {
    const { id: operatorId } = await newOperator([]);
    for (const source of sources)
      await administration.addForm({ companyId: company.id, operatorId }, await checkForm(source));
    const { documents } = await administration.readGridOperator({ companyId: company.id, operatorId });
    return { operatorId, formIds: documents.map(({ id }) => id) };
  }

  const request = (offerId: string, { operatorId, formIds }: Awaited<ReturnType<typeof newTemplates>>) =>
    api.call('generateNetworkCarrierDocuments', {
      params: { id: offerId },
      body: { networkCarrierId: operatorId, documentIds: formIds },
      mayFail: true,
    });

  async function storedTemplates(templates: readonly Buffer[]) {
    const { id: operatorId } = await newOperator([]);
    const rows = templates.map((template) => ({
      companyId: company.id,
      gridOperatorId: operatorId,
      position: 1,
      code: 'OTHER',
      name: 'Vordruck',
      phase: 'APPLICATION',
      appliesTo: 'ALWAYS',
      map: { name: 'Vordruck', repeat: 'unit', fields: [] },
      template,
      pageCount: 1,
    }));
    const forms = await database.kysely.insertInto('gridOperatorForm').values(rows).returning('id').execute();
    return { operatorId, formIds: forms.map(({ id }) => id) };
  }

  test('are filled with the known data, and list the missing data', async () => {
    const samples = (await sampleForms()).map((sample) => ({ ...sample, strip: false }));
    const templates = await newTemplates(samples);
    const inverterId = await newInverter({ name: 'Wandler ≥ 5 kΩ ß €', acApparentPower: 10_000 });
    const offer = await company.newOffer({
      modules: [{ materialId: products.module, roofId: roof.id, quantity: 24 }],
      inverters: [{ materialId: inverterId }, { materialId: products.inverter }],
    });
    const { status, body } = await request(offer.id, templates);
    expect(status).toBe(200);
    const [first, second, third] = (body as { data: NetworkCarrierDocument[] }).data;
    expect([first, second, third].map((sheet) => [sheet?.code, sheet?.copy, sheet?.copies])).toEqual([
      ['E1', 1, 1],
      ['E2', 1, 2],
      ['E2', 2, 2],
    ]);
    if (!first || !second) throw new Error('sheets are missing');
    expect(await textIn(first)).toContain('E.1 Antragstellung');
    expect(await textIn(second)).toContain('Wandler ≥ 5 kΩ ß €');
    expect(first.missingFields).toContainEqual({
      field: 'E1_Zaehler',
      label: 'Zählernummer',
      required: false,
      reason: 'EMPTY',
      source: { resource: 'projects', id: project.id, path: '/meterNumber' },
    });
    expect(first.missingFields.map(({ field }) => field)).not.toContain('Unterschrift_1');
    expect((await request(offer.id, templates)).body).toEqual(body);
  });

  test('report a text that does not fit, with the place where it is entered', async () => {
    const [e1Sample] = await sampleForms();
    if (!e1Sample) throw new Error('there is no sample');
    const templates = await newTemplates([{ ...e1Sample, strip: false }]);
    const meterNumber = '1 EMH00 1234 5678 '.repeat(5).trim();
    await done('updateProject', { id: project.id }, { meterNumber, cadastralDistrict: 'Löbtau 😀' });
    const offer = await company.newOffer();
    const { body } = await request(offer.id, templates);
    const [sheet] = (body as { data: NetworkCarrierDocument[] }).data;
    const reasons = sheet?.missingFields.map(({ field, reason, source }) => [field, reason, source?.path]);
    expect(reasons).toContainEqual(['E1_Zaehler', 'TOO_LONG', '/meterNumber']);
    expect(reasons).toContainEqual(['Anlage.Gemarkung', 'REPLACED_CHARACTERS', '/cadastralDistrict']);
  });

  test('that are replaced while ten companies print them are of one version each', async () => {
    const [, e2Sample] = await sampleForms();
    if (!e2Sample) throw new Error('there is no sample');
    const { fields, ...map } = e2Sample.map as FormMap;
    const checkVersion = (version: string) => {
      const marked = fields.map((field) =>
        field.name === 'E2_Text7' ? { ...field, value: { const: `Fassung ${version}` } } : field,
      );
      const name = `Datenblatt ${version}`;
      return checkForm({ template: e2Sample.template, map: { ...map, name, fields: marked }, strip: false });
    };
    const old = await checkVersion('ALT');
    const current = await checkVersion('NEU');
    const companies = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { id: companyId, done, newOffer } = await newOfferCompany();
        const { id: networkCarrierId } = await database.kysely
          .insertInto('gridOperator')
          .values({ companyId, name: 'Netze' })
          .returning('id')
          .executeTakeFirstOrThrow();
        const key = { companyId, operatorId: networkCarrierId };
        const { documents } = await administration.addForm(key, old);
        const documentIds = documents.map(({ id }) => id);
        const { id } = await newOffer();
        const print = () =>
          done('generateNetworkCarrierDocuments', { id }, { networkCarrierId, documentIds });
        return {
          print,
          replace: (form: CheckedForm) =>
            administration.replaceForm({ companyId, formId: documentIds[0] ?? '' }, form),
        };
      }),
    );
    let isPrinted = false;
    const replacing = (async () => {
      for (let round = 1; !isPrinted; round += 1)
        for (const { replace } of companies) await replace(round % 2 === 0 ? old : current);
    })();
    const names = new Set<string>();
    await Promise.all(
      companies.map(async ({ print }) => {
        do {
          const [sheet] = (await print()).data;
          if (!sheet) throw new Error('the sheet is missing');
          names.add(sheet.name);
          expect(await textIn(sheet)).toContain(sheet.name.replace('Datenblatt', 'Fassung'));
        } while (names.size < 2);
      }),
    );
    isPrinted = true;
    await replacing;
  });

  test('are refused if they are more than 30 MiB together', async () => {
    const templates = await storedTemplates(Array.from({ length: 4 }, () => Buffer.alloc(8 * 1024 * 1024)));
    const { status, body } = await request((await company.newOffer()).id, templates);
    expect([status, body]).toEqual([400, expect.objectContaining({ error: 'too_many_documents' })]);
  });

  test('are refused once the filled sheets have more than 30 MiB', async () => {
    const picture = randomBytes(7 * 1024 * 1024);
    const template = Buffer.concat([
      Buffer.from(
        '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] >> >>\nendobj\n' +
          '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n' +
          '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n' +
          `4 0 obj\n<< /Length ${picture.length} >>\nstream\n`,
      ),
      picture,
      Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
    ]);
    const templates = await storedTemplates([template]);
    const withTypes = async (count: number) => {
      const names = Array.from({ length: count }, (_, index) => `Typ ${index}`);
      const ids = await Promise.all(names.map((name) => newInverter({ name })));
      return company.newOffer({ inverters: ids.map((materialId) => ({ materialId })) });
    };
    expect((await request((await withTypes(1)).id, templates)).status).toBe(200);
    const { status, body } = await request((await withTypes(5)).id, templates);
    expect([status, body]).toEqual([400, expect.objectContaining({ error: 'too_many_documents' })]);
  });

  /** Inflates to a gigabyte of objects. */
  const bomb = Buffer.concat([
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /RunLengthDecode] >>\nstream\n',
    ),
    deflateSync(Buffer.alloc(16 * 1024 * 1024, Buffer.of(129, 0x20))),
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);

  test('that cannot be processed fail, while other requests are served', async () => {
    const offer = await company.newOffer();
    const [operators, ...outcomes] = await Promise.all([
      api.call('listGridOperators'),
      request(offer.id, await storedTemplates([bomb])),
      request(offer.id, await storedTemplates([Buffer.from('no PDF')])),
    ]);
    expect(operators.status).toBe(200);
    expect(outcomes.map(({ status }) => status)).toEqual([500, 500]);
    expect((await generate(offer.id, [e1])).data).toHaveLength(1);
  });
});
