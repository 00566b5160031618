import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GridOperator } from '@pv-planning/contract';
import type { FormMap } from '@pv-planning/documents';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandLineOn } from '../support/command-line.ts';
import { openTestApi } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

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

const sample = (name: string) =>
  fileURLToPath(new URL(`../../../../packages/documents/sample-forms/${name}`, import.meta.url));

describe('a template', () => {
  const e1: FormMap = JSON.parse(readFileSync(sample('e1.map.json'), 'utf8'));
  const [name, ...others] = e1.fields as [FormMap['fields'][number], ...FormMap['fields']];

  /** Adds the E.1 of the samples with another map. */
  async function addWith(map: object, template = sample('e1.pdf')) {
    const files = ['--template', template, '--map', '-', '--company', company.id];
    return admin(['grid-operator', 'add-form', operatorId, ...files], {}, JSON.stringify(map));
  }

  test('is added with its map, and shown with its pages', async () => {
    expect((await addWith(e1)).stderr).toBe('');
    const files = ['--template', sample('e2.pdf'), '--map', sample('e2.map.json')];
    expect((await run('add-form', operatorId, ...files)).stderr).toBe('');
    expect((await read()).documents).toMatchObject([
      { code: 'E1', name: 'Antragstellung', version: 'VDE-AR-N 4105:2018-11', pageCount: 1 },
      { code: 'E2', name: 'Datenblatt Erzeugungsanlagen', phase: 'APPLICATION', pageCount: 2 },
    ]);
    const [, e2] = (await read()).documents;
    await run('replace-form', e2?.id ?? '', '--layout', 'E2');
    expect((await read()).documents[1]).toEqual({ ...e2, pageCount: null });
  });

  test('is refused with all reasons why its map cannot fill it', async () => {
    const changes: Readonly<Record<string, object>> = {
      E1_Text1: { value: { path: 'costumer.displayName' } },
      E1_Text2: { name: 'E1_Txet2' },
      E1_Text3: { value: { join: ['bei ', { path: 'customer.phon' }] } },
      E1_Text4: { type: 'radio', options: { a: 'b' } },
      E1_Speicher: { when: { path: 'unit.phases', is: '3' } },
      E1_Art: { options: { NEW: 'Neu', OLD: 'E' } },
      E1_Ladepunkt: { name: 'E1_Notstrom' },
    };
    const fields = e1.fields.map((field) => ({ ...field, ...changes[field.name] }));
    const { exitCode, stderr } = await addWith({ ...e1, fields });
    expect(exitCode).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'The map cannot be used:',
      '- E1_Text1: there is no value "costumer.displayName"; close: customer.displayName',
      expect.stringMatching(/^- E1_Txet2: there is no field "E1_Txet2"; close: E1_Text2/),
      expect.stringContaining('E1_Text3: there is no value "customer.phon"; close: customer.phone'),
      '- E1_Text4: the field is of type text, not radio',
      '- E1_Art: the field has no option Neu, but N, E, R',
      '- E1_Art: derived.registrationKind is never OLD',
      '- E1_Speicher: unit.phases is never "3"',
      '- E1_Notstrom: the field has two entries',
      '- these fields have no entry, as blank ones would be: {"name":"E1_Text2","type":"blank","label":"E1_Text2"}, {"name":"E1_Ladepunkt","type":"blank","label":"E1_Ladepunkt"}',
    ]);
    expect((await read()).documents).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['an unknown key', { ...name, size: 8 }, '/fields/0/size'],
    ['a value that is none', { ...name, value: {} }, '/fields/0/value'],
    ['an unknown type', { ...name, type: 'date' }, '/fields/0'],
  ])('is refused with %s in its map', async (_what, entry, message) => {
    expect((await addWith({ ...e1, fields: [entry, ...others] })).stderr).toContain(message);
  });

  test('is refused with a header that no form can have', async () => {
    expect((await addWith({ ...e1, code: 'E9' })).stderr).toContain('/code must be one of');
    expect((await addWith({ ...e1, name: '' })).stderr).toContain('/name');
    expect((await addWith({ ...e1, formatVersion: 2 })).stderr).toContain('/formatVersion must be one of 1');
    expect((await addWith({ ...e1, name: undefined })).stderr).toContain('- /name is required');
  });

  test('is refused if it is no PDF or too large, with the reason', async () => {
    expect((await addWith(e1, sample('e1.map.json'))).stderr).toContain(
      'The template cannot be used. It is damaged',
    );
    expect((await addWith(e1, process.execPath)).stderr).toContain('It is larger than 5 MiB');
  });

  test('is given with a map and without a layout', async () => {
    for (const options of [
      ['--template', sample('e1.pdf')],
      ['--map', sample('e1.map.json'), '--layout', 'E1'],
      [],
    ]) {
      const { exitCode, stderr } = await run('add-form', operatorId, ...options);
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringContaining('either --layout, or --map and --template'),
      ]);
    }
  });

  test('prints the beginning of a map for it', async () => {
    const draft: FormMap = JSON.parse(
      await text('grid-operator', 'draft-map', '--template', sample('e1.pdf')),
    );
    expect(draft.fields.map(({ name, type }) => [name, type])).toEqual(
      expect.arrayContaining([
        ['E1_Text1', 'text'],
        ['Anlage.Gemarkung', 'text'],
        ['E1_Speicher', 'check'],
        ['E1_Art', 'radio'],
        ['E1_Messkonzept', 'choice'],
      ]),
    );
    const fields = draft.fields.map(({ name, label }) => ({ name, label, type: 'blank' }));
    expect((await addWith({ ...draft, name: 'Antrag', fields })).stderr).toBe('');
  });
});
