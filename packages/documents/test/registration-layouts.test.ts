import { afterAll, describe, expect, test } from 'vitest';
import {
  createRenderer,
  type LayoutName,
  layoutForms,
  layoutSheets,
  type Registration,
} from '../src/index.ts';
import { factsOf, textOf } from '../src/testing.ts';
import { houseRegistration, inverterLine, moduleLine } from './registration-records.ts';

const renderer = createRenderer({
  maxProcessorMs: 60_000,
  maxRenderMs: 60_000,
  maxDocuments: 500,
  maxMemoryMiB: 1_000,
});
afterAll(() => renderer.close());

const time = '2026-03-11T23:30:00.000Z';
const names = Object.keys(layoutForms) as LayoutName[];

async function printed(name: LayoutName, registration: Registration) {
  const [sheet] = layoutSheets(name, registration, time);
  if (!sheet) throw new Error(`${name} has no sheet.`);
  const { pdf, missing } = await sheet.render(renderer, AbortSignal.timeout(60_000));
  return { pdf, text: await textOf(pdf), missing };
}

const house = houseRegistration();

/** The fields of E.2 that no record has. */
const unrecorded = ['5.1', '5.2', '5.3', '5.4'];

describe.each(names)('%s', (name) => {
  test('is a tagged German PDF with embedded fonts, without a form or scripts', async () => {
    const { pdf, text } = await printed(name, house);
    const { fonts, ...facts } = await factsOf(pdf);
    expect(facts).toMatchObject({
      language: 'de-DE',
      isTagged: true,
      hasForm: false,
      hasScripts: false,
      cutOff: [],
    });
    expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
    expect(text).toContain('Maria Schneider');
    expect(text).toContain('Stand 12.03.2026');
    expect(text).toContain('Seite 1 von 1');
    expect(pdf.equals((await printed(name, house)).pdf)).toBe(true);
  });

  test('cuts off no name, however long it is', async () => {
    const { customer, company, operator, project, offer } = house;
    const word = 'Łódź'.repeat(50);
    const words = 'Größe≥9Ω '.repeat(22).trim();
    const { text, pdf } = await printed(name, {
      ...house,
      customerName: word,
      customer: { ...customer, email: `${'x'.repeat(60)}@${'y'.repeat(180)}.example` },
      company: { ...company, name: words },
      operator: { ...operator, name: words },
      project: {
        ...project,
        address: { ...project.address, city: words, country: 'DE' } as typeof project.address,
      },
      offer: { ...offer, inverters: [inverterLine('wr', { model: words }, { manufacturerName: word })] },
    });
    expect((await factsOf(pdf)).cutOff).toEqual([]);
    const letters = text.replaceAll(/[\s\u200b]/g, '');
    expect(letters).toContain(word);
    expect(letters).toContain(words.replaceAll(' ', ''));
  });
});

test('E.2 has the values of the inverter and of the modules', async () => {
  const inverter = { acPower: 10_000, acApparentPower: 10_000, phases: 3, model: 'STP ≥ 10 kΩ' } as const;
  const { text, missing } = await printed('E2', {
    ...house,
    offer: {
      ...house.offer,
      modules: [moduleLine({ quantity: 14 }), moduleLine({ quantity: 10 })],
      inverters: [inverterLine('wr', inverter)],
    },
  });
  expect(text).toContain('E.2 Datenblatt Erzeugungsanlagen');
  expect(text).toContain('Angaben nach VDE-AR-N 4105:2018-11, Anhang E.2, eigene Darstellung');
  expect(text).toContain('STP ≥ 10 kΩ');
  expect(text).toMatch(/Bemessungsstrom I ?r in A 14,4 /);
  expect(text).toMatch(/P ?Agen in kWp 10,56 /);
  expect(text).toContain('✗ dreiphasig (Drehstrom)');
  expect(missing.map(({ field }) => field)).toEqual(unrecorded);
});

test('E.1 leaves the holder of the connection to people while it is unknown who owns the building', async () => {
  const ofOwner = async (isOwner: boolean | null) => {
    const project = { ...house.project, isOwner, ownerName: null };
    const { text, missing } = await printed('E1', { ...house, project });
    return { count: text.split('Maria Schneider').length - 1, missing };
  };
  const [known, unknown] = [await ofOwner(true), await ofOwner(null)];
  expect(unknown.count).toBe(known.count - 1);
  expect(unknown.missing).toContainEqual({
    field: '2.1',
    label: 'Name',
    required: true,
    reason: 'EMPTY',
    source: { resource: 'projects', id: house.project.id, path: '/isOwner' },
  });
});

test('E.1 reports a text of invisible characters as empty', async () => {
  const project = { ...house.project, meterLocation: '\u200B\u00AD' };
  const { missing } = await printed('E1', { ...house, project });
  const source = { resource: 'projects', id: house.project.id, path: '/meterLocation' };
  expect(missing).toContainEqual(expect.objectContaining({ field: '6.2', reason: 'EMPTY', source }));
});

test('E.1 says which data sheets are enclosed', async () => {
  const { text } = await printed('E1', house);
  expect(text).toContain('7.1 Datenblatt Erzeugungsanlagen (E.2) ✗ ja');
});

test('what is left to people is blank, but not missing', async () => {
  const { missing, text } = await printed('E8', {
    ...house,
    project: { ...house.project, existingSystems: [] },
  });
  expect(text).toContain('Datum der Inbetriebsetzung');
  expect(missing).toEqual([]);
});

test('the single-line diagram has what is connected, up to the grid', async () => {
  const { text } = await printed('UESB', house);
  for (const part of [
    '22 Module',
    'Speicher (DC) 10,2 kWh',
    'Zweirichtungszähler',
    'Sicherung 63 A',
    'Netzform TN-C-S',
  ])
    expect(text).toContain(part);
  const none = { modules: [], inverters: [], batteries: [], wallboxes: [] };
  const empty = await printed('UESB', { ...house, offer: { ...house.offer, ...none }, contractor: null });
  expect(empty.text).toContain('Verbraucher');
  expect(empty.text).not.toContain('PV-Generator');
  expect(empty.missing.map(({ label }) => label)).not.toContain('Speicher');
});

test('the single-line diagram has the generator of an offer without an inverter', async () => {
  const { text } = await printed('UESB', { ...house, offer: { ...house.offer, inverters: [] } });
  expect(text).toMatch(/Wechselrichter noch offen PV-Generator 22 Module 9,68 kWp/);
});

test('the single-line diagram leaves out neither a wallbox nor says a power that is not known', async () => {
  const { wallboxes, inverters } = house.offer;
  const [wallbox] = wallboxes;
  const [inverter] = inverters;
  if (!wallbox || !inverter) throw new Error('The house has no wallbox or inverter.');
  const withPowers = (...powers: number[]) =>
    powers.map((chargingPower) => ({
      ...wallbox,
      quantity: 2,
      product: { ...wallbox.product, chargingPower },
    }));
  const strings = inverter.strings.map((string, index) =>
    index === 0 ? { ...string, moduleRef: null } : string,
  );
  const drawn = async (offer: Partial<typeof house.offer>) =>
    (await printed('UESB', { ...house, offer: { ...house.offer, ...offer } })).text.split(
      'Anlagenanschrift',
    )[0];
  expect(await drawn({ wallboxes: withPowers(11_000, 22_000, 11_000, 11_000) })).toMatch(
    /6 × 11 kW 2 × 22 kW/,
  );
  expect(await drawn({ wallboxes: withPowers(3_700, 7_400, 11_000, 22_000) })).toContain(
    '8 Stück zusammen 88,2 kW',
  );
  expect(await drawn({})).toMatch(/22 Module \S+ kWp/);
  expect(await drawn({ inverters: [{ ...inverter, strings }] })).toContain('22 Module 2 Strings');
});

test('emojis are left out and letters that no font has are replaced, and both are reported', async () => {
  const { text, missing } = await printed('E2', { ...house, customerName: 'Zoe\u0308 Müller 😀 Łódź 𒀀' });
  expect(text).toContain('Zoë Müller Łódź □');
  expect(missing.filter(({ field }) => !unrecorded.includes(field))).toEqual([
    {
      field: '1.1',
      label: 'Name',
      required: true,
      reason: 'REPLACED_CHARACTERS',
      source: { resource: 'customers', id: house.customer.id, path: '/lastName' },
    },
  ]);
});
