import type { GridOperator } from '@pv-planning/contract';
import { beforeEach, expect, test } from 'vitest';
import { commandLineOn } from '../support/command-line.ts';
import { openTestApi, type TestCompany } from '../support/test-api.ts';

const { database, addCompany } = await openTestApi();
const { admin, text } = commandLineOn(database);

let company: TestCompany;
let operatorId: string;
beforeEach(async () => {
  company = await addCompany();
  const input = '{"name":"Netze Musterstadt GmbH"}';
  const { stdout } = await admin(
    ['grid-operator', 'create', '--company', company.id, '--file', '-', '--json'],
    {},
    input,
  );
  operatorId = JSON.parse(stdout).id;
});

const run = (...args: string[]) => admin(['grid-operator', ...args, '--company', company.id]);
const read = async (): Promise<GridOperator> =>
  (await company.api.call('getGridOperator', { params: { id: operatorId } })).body;
const codes = async () => (await read()).documents.map(({ code }) => code);

async function fails(...args: string[]): Promise<string> {
  const { exitCode, stderr } = await run(...args);
  expect(exitCode).toBe(1);
  return stderr;
}

test('forms are shown in the configured order, and each change moves updatedAt of the grid operator', async () => {
  const { updatedAt } = await read();
  await run('add-form', operatorId, '--layout', 'E1');
  await run('add-form', operatorId, '--layout', 'E8');
  await run('add-form', operatorId, '--layout', 'E2', '--position', '2');
  const { documents, updatedAt: changedAt } = await read();
  expect(documents.map(({ code, phase }) => [code, phase])).toEqual([
    ['E1', 'APPLICATION'],
    ['E2', 'APPLICATION'],
    ['E8', 'COMMISSIONING'],
  ]);
  expect(changedAt > updatedAt).toBe(true);
  const [e1 = '', e2 = '', e8 = ''] = documents.map(({ id }) => id);
  await run('order-forms', operatorId, e8, e1, e2);
  expect(await codes()).toEqual(['E8', 'E1', 'E2']);
  await run('replace-form', e1, '--layout', 'E3');
  expect(await codes()).toEqual(['E8', 'E3', 'E2']);
  expect((await read()).documents[1]?.id).toBe(e1);
  await run('remove-form', e2);
  expect(await codes()).toEqual(['E8', 'E3']);
});

test('forms are listed', async () => {
  await run('add-form', operatorId, '--layout', 'E2');
  expect(await text('grid-operator', 'list-forms', operatorId, '--company', company.id)).toMatch(
    /^ID .*\n\d+ +E2 +Datenblatt Erzeugungsanlagen +VDE-AR-N 4105:2018-11 +APPLICATION +ALWAYS +–\n$/,
  );
});

test('forms are refused for unknown grid operators, beyond the fiftieth, and in an incomplete order', async () => {
  expect(await fails('add-form', '987654321', '--layout', 'E1')).toContain('no grid operator 987654321');
  expect(await fails('remove-form', '987654321')).toContain('"grid-operator list-forms" shows the forms.');
  await run('add-form', operatorId, '--layout', 'E1');
  expect(await fails('order-forms', operatorId, '987654321')).toContain(
    'each form of the grid operator once',
  );
  const forms = Array.from({ length: 49 }, () => ({
    companyId: company.id,
    gridOperatorId: operatorId,
    position: 1,
    code: 'E1',
    name: 'Antragstellung',
    phase: 'APPLICATION',
    appliesTo: 'ALWAYS',
    layout: 'E1',
  }));
  await database.kysely.insertInto('gridOperatorForm').values(forms).execute();
  expect(await fails('add-form', operatorId, '--layout', 'E1')).toContain('up to 50 forms');
});

test('forms of another company are not found', async () => {
  await run('add-form', operatorId, '--layout', 'E1');
  const [form] = (await read()).documents;
  company = await addCompany();
  expect(await fails('remove-form', form?.id ?? '')).toContain('has a form');
  expect(await fails('list-forms', operatorId)).toContain('no grid operator');
});
