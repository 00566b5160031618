import type { ElectricalContractor, GridOperator } from '@pv-planning/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandLineOn } from '../support/command-line.ts';
import { namedExample } from '../support/contract-document.ts';
import { openTestApi } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

const { database, addCompany } = await openTestApi();
const { admin, text } = commandLineOn(database);

let company: TestCompany;
beforeEach(async () => {
  company = await addCompany();
});

/** Runs a command with `input` as its file. */
async function withFile(args: readonly string[], input: object) {
  const { exitCode, stdout, stderr } = await admin(
    [...args, '--company', company.id, '--file', '-', '--json'],
    {},
    JSON.stringify(input),
  );
  return { exitCode, output: stdout && JSON.parse(stdout), failure: stderr && JSON.parse(stderr) };
}

async function succeeds(args: readonly string[], input: object) {
  const { output, failure } = await withFile(args, input);
  expect(failure).toBe('');
  return output;
}

const addOperator = (fields: object): Promise<GridOperator> =>
  succeeds(['grid-operator', 'create'], { name: 'Netze Musterstadt GmbH', ...fields });
const addContractor = (fields: object): Promise<ElectricalContractor> =>
  succeeds(['contractor', 'create'], { name: 'Elektro Blitz', ...fields });

describe('grid operators', () => {
  test('are created with every field that can be set, and shown by the API', async () => {
    const { id, createdAt, updatedAt, documents, ...fields } =
      namedExample<GridOperator>('GridOperatorMusterstadt');
    const created = await addOperator(fields);
    expect(created).toMatchObject(fields);
    expect((await company.api.call('getGridOperator', { params: { id: created.id } })).body).toEqual(created);
  });

  test('are changed by fields, and change updatedAt only if something changes', async () => {
    const before = await addOperator({ phone: '0351 1', postalCodes: ['01239', '01234', '01239'] });
    const update = (patch: object) => succeeds(['grid-operator', 'update', before.id], patch);
    expect(before.postalCodes).toEqual(['01234', '01239']);
    expect(await update({ postalCodes: ['01239', '01234'] })).toEqual(before);
    const after = await update({ phone: null, address: { city: 'Musterstadt' } });
    expect(after).toMatchObject({ phone: null, address: { city: 'Musterstadt', country: 'DE' } });
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  test('are found by postal code and by a part of their names', async () => {
    const musterstadt = await addOperator({ shortName: 'NM', postalCodes: ['01234', '01239'] });
    const beispielstadt = await addOperator({ name: 'Stadtwerke Beispielstadt', postalCodes: ['01239'] });
    const found = async (query: object) =>
      (await company.api.call('listGridOperators', { query })).body.data.map(({ id }) => id);
    expect(await found({ postalCode: '01239' })).toEqual([musterstadt.id, beispielstadt.id]);
    expect(await found({ postalCode: '01234' })).toEqual([musterstadt.id]);
    expect(await found({ q: 'nm' })).toEqual([musterstadt.id]);
    expect(await found({ q: 'BEISPIEL' })).toEqual([beispielstadt.id]);
  });

  test('are listed by name', async () => {
    await addOperator({ address: { city: 'Musterstadt' }, postalCodes: ['01234'] });
    expect(await text('grid-operator', 'list', '--company', company.id)).toMatch(
      /^ID .*\n\d+ +Netze Musterstadt GmbH +Musterstadt +– +1 +0\n$/,
    );
  });

  test.each<[string, object, string]>([
    ['without a name', { phone: '1' }, 'needs a name'],
    ['with an unknown field', { name: 'A', fax: '1' }, 'fax is not a field'],
    ['with another postal code', { name: 'A', postalCodes: ['1234'] }, 'must have five digits'],
    ['with another register number', { name: 'A', mastrNumber: 'SNB1' }, 'twelve digits'],
    ['with another code', { name: 'A', bdewCode: '99001' }, 'thirteen digits'],
  ])('are refused %s', async (_how, fields, message) => {
    const { exitCode, failure } = await withFile(['grid-operator', 'create'], fields);
    expect(exitCode).toBe(1);
    expect(failure.message).toContain(message);
  });

  test('of another company are not found', async () => {
    const { id } = await addOperator({});
    company = await addCompany();
    expect((await withFile(['grid-operator', 'update', id], {})).failure.error).toBe(
      'grid_operator_not_found',
    );
  });
});

describe('contractors', () => {
  test('are created with every field that can be set, and shown by the API', async () => {
    const operators = [await addOperator({}), await addOperator({})];
    const [example] = namedExample<{ data: ElectricalContractor[] }>('ElectricalContractorPage').data;
    const { id, createdAt, updatedAt, ...fields } = example as ElectricalContractor;
    const registrations = operators.map((operator) => ({ networkCarrierId: operator.id, number: 'EN-1' }));
    const created = await addContractor({ ...fields, registrations: registrations.toReversed() });
    expect(created).toMatchObject({ ...fields, registrations });
    expect((await company.api.call('listElectricalContractors')).body.data).toEqual([created]);
  });

  test('keep what the file of a change omits, and change updatedAt only if something changes', async () => {
    const registrations = [{ networkCarrierId: (await addOperator({})).id, number: 'EN-1' }];
    const before = await addContractor({ phone: '0351 1', registrations });
    const update = (patch: object) => succeeds(['contractor', 'update', before.id], patch);
    expect(await update({ registrations })).toEqual(before);
    const after = await update({ registrations: [] });
    expect(after).toMatchObject({ phone: '0351 1', registrations: [] });
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  test('are listed', async () => {
    await addContractor({ registrationNumber: 'DD-4711' });
    expect(await text('contractor', 'list', '--company', company.id)).toMatch(
      /^ID .*\n\d+ +Elektro Blitz +– +DD-4711 +0\n$/,
    );
  });

  test('are refused without a name, with two numbers for a grid operator, or with one of another company', async () => {
    const { id: networkCarrierId } = await addOperator({});
    const entry = { networkCarrierId, number: 'EN-1' };
    const create = (fields: object) => withFile(['contractor', 'create'], fields);
    expect((await create({ phone: '1' })).failure.message).toContain('needs a name');
    expect((await create({ name: 'A', registrations: [entry, entry] })).failure.message).toContain(
      'two numbers',
    );
    company = await addCompany();
    expect((await create({ name: 'A', registrations: [entry] })).failure.error).toBe(
      'grid_operator_not_found',
    );
    expect((await withFile(['contractor', 'update', '987654321'], {})).failure.error).toBe(
      'contractor_not_found',
    );
  });
});
