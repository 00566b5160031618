import { textOf } from '@pv-planning/documents/testing';
import { expect, test } from 'vitest';
import { newLayoutOperator } from '../support/layout-operator.ts';
import { farm } from './firms/farm.ts';
import type { FirmOffer } from './firms/firm.ts';
import { largeInstaller } from './firms/large-installer.ts';
import { type OpenFirm, openFirms } from './firms/open-firms.ts';
import { retrofitter } from './firms/retrofitter.ts';

const { openFirm, database } = await openFirms();
const layouts = ['E1', 'E2', 'E3', 'E8', 'UESB'];

/** Returns a function that prints the forms of an offer, with the text and the missing fields of each by its code. */
async function formsOf({ id: companyId, offers, done }: OpenFirm) {
  const { id: networkCarrierId, forms: documentIds } = await newLayoutOperator(
    database.kysely,
    companyId,
    layouts,
  );
  return async (name: string) => {
    const { id = '' } = offers.get(name) ?? {};
    const { data } = await done('generateNetworkCarrierDocuments', { id }, { networkCarrierId, documentIds });
    const printed = data.map(async ({ code, content, missingFields }) => {
      const text = await textOf(Buffer.from(content, 'base64'));
      return [
        code as string,
        { text, missing: missingFields.map(({ field, label }) => `${field} ${label}`) },
      ] as const;
    });
    return new Map(await Promise.all(printed));
  };
}

const retrofits = await formsOf(await openFirm(retrofitter));

test('a battery that is added to a plant is registered with the sums of both, and without an E.2', async () => {
  const forms = await retrofits('AC battery alone');
  expect([...forms.keys()]).toEqual(['E1', 'E3', 'E8', 'UESB']);
  // The plant of 10 kVA and 9.8 kWp, and the battery of 5 kVA.
  for (const code of ['E1', 'E8']) {
    const { text = '', missing = [] } = forms.get(code) ?? {};
    expect(text).toMatch(/P ?Agen in kWp 9,80/);
    expect(text).toMatch(/P ?Amax in kW 15,00/);
    expect(text).toMatch(/S ?Amax in kVA 15,00/);
    expect(missing.filter((field) => /Amax|Agen|NA-Schutz/.test(field))).toEqual([]);
  }
  const { text: e8 = '' } = forms.get('E8') ?? {};
  expect(e8).toContain('✗ integriert');
  expect(e8).toContain('L1 neu 1,67');
  expect(forms.get('UESB')?.missing.filter((field) => /Module|P_A|Wechselrichter/.test(field))).toEqual([]);
});

test('a battery with its inverter is registered without data of modules, and without a generator in the diagram', async () => {
  const forms = await retrofits('backup power');
  const { text: e2 = '', missing = [] } = forms.get('E2') ?? {};
  expect(e2).toContain('Strombach Hybrid 10');
  expect(e2).not.toContain('✗ Sonne');
  expect(missing.filter((field) => /^3\.|Energieart/.test(field))).toEqual([]);
  const { text: uesb = '', missing: missingInUesb = [] } = forms.get('UESB') ?? {};
  expect(uesb).toContain('Bestand: PV-Anlage');
  expect(uesb).not.toContain('PV-Generator');
  expect(missingInUesb.filter((field) => /Module|P_A/.test(field))).toEqual([]);
  const { text: withModules = '' } = (await retrofits('new inverter for old modules')).get('E2') ?? {};
  expect(withModules).toContain('✗ Sonne');
});

test('three batteries beside a plant of 10 kVA keep the integrated protection up to 30 kVA', async () => {
  const forms = await retrofits('battery of a company');
  const { text = '' } = forms.get('E8') ?? {};
  expect(text).toMatch(/S ?Amax in kVA 25,00/);
  expect(text).toContain('✗ integriert');
});

test('E.3 shows the known data of the disconnection, and reports the missing data', async () => {
  const { text = '', missing = [] } = (await retrofits('backup power')).get('E3') ?? {};
  expect(text).toMatch(/Allpolige Trennung vom Netz ✗ ja/);
  expect(missing).toEqual(expect.arrayContaining(['4.4 Ladung', '4.5 Entladung']));
  expect(missing).not.toContain('4.3 Allpolige Trennung vom Netz');
  const without = (await retrofits('AC battery alone')).get('E3');
  expect(without?.missing).not.toContain('4.3 Allpolige Trennung vom Netz');
});

test('E.2 reports missing data of reactive power compensation', async () => {
  const { missing = [] } = (await retrofits('new inverter for old modules')).get('E2') ?? {};
  expect(missing.filter((field) => field.startsWith('5.'))).toEqual([
    '5.1 Vorhanden',
    '5.2 Anzahl der Stufen',
    '5.3 Kleinste Stufe in kvar',
    '5.4 Verdrosselungsgrad in %',
  ]);
});

test('an extension is registered with the sums of the old and the new plant, the same in all forms', async () => {
  const forms = await (await formsOf(await openFirm(farm)))('extension of a plant');
  for (const code of ['E1', 'E8', 'UESB']) {
    const { text = '' } = forms.get(code) ?? {};
    expect(text).toMatch(/P ?Agen in kWp 35,06/);
    expect(text).toMatch(/P ?Amax in kW 32,00/);
  }
  expect(forms.get('UESB')?.text).toMatch(/Bestand: PV-Anlage 24,50 kWp 22,00 kVA/);
  const { text = '', missing = [] } = forms.get('E8') ?? {};
  expect(text).toMatch(/S ?Amax in kVA 32,00/);
  expect(text).toContain('✗ zentral');
  // It is not known to which phases the existing plant is connected.
  expect(missing.filter((field) => field.startsWith('4.'))).toEqual([
    '4.1 L1 vorhanden',
    '4.2 L2 vorhanden',
    '4.3 L3 vorhanden',
  ]);
});

test('offer and forms of a plant from 135 kW on say that the rules of the medium voltage apply', async () => {
  const name = 'four halls with 400 modules';
  const { project, ...rest } = largeInstaller.offers[name] as FirmOffer;
  const existingSystems = [{ type: 'PV' as const, powerKwp: 10, apparentPowerKva: 8.126 }];
  const large = await openFirm({
    ...largeInstaller,
    offers: { [name]: { ...rest, project: { ...project, existingSystems } } },
  });
  expect(large.offers.get(name)?.offerHints).toContainEqual({
    code: 'medium_voltage_rules',
    message:
      '208.13 kW at the connection, existing plants included: from 135 kW on, VDE-AR-N 4110 applies, not VDE-AR-N 4105, which the forms E.1, E.2, E.3 and E.8 follow.',
  });
  const forms = await (await formsOf(large))(name);
  const noted = [...forms].filter(([, { text }]) => text.includes('Ab 135 kW gilt VDE-AR-N 4110'));
  expect(noted.map(([code]) => code)).toEqual(['E1', 'E2', 'E3', 'E8']);
  const { text = '' } = (await retrofits('AC battery alone')).get('E1') ?? {};
  expect(text).not.toContain('VDE-AR-N 4110');
});
