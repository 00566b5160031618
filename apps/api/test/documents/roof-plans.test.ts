import type { StringPlanDocument } from '@pv-planning/contract';
import { placesOf, textOf } from '@pv-planning/documents/testing';
import { describe, expect, test } from 'vitest';
import { string } from '../support/wired-project.ts';
import { farm } from './firms/farm.ts';
import { field } from './firms/firm.ts';
import { fitter } from './firms/fitter.ts';
import { largeInstaller } from './firms/large-installer.ts';
import { openFirms } from './firms/open-firms.ts';

const barn = { name: 'Scheune', roofType: 'GABLE', azimuth: 180, tilt: 20, width: 14, length: 6 } as const;

/** Offers whose roofs are long, flat, hipped, or have modules where nobody can mount them. */
const roofs = {
  long: largeInstaller.offers['reverse charge to a construction company'],
  eastWest: largeInstaller.offers['225 modules on one roof'],
  flat: farm.offers['flat stable roof without direction'],
  hipped: fitter.offers['small hipped roof on one phase'],
  misplaced: farm.offers['modules over a chimney and beyond the edge'],
  overlapping: {
    customer: { lastName: 'Brinkmann' },
    project: { roofs: [barn] },
    offer: {
      modules: [
        { ref: 'low', materialId: 'sk440', roofId: 'Scheune', quantity: 12, ...field(6, 2, 0.5, 0.5) },
        { ref: 'high', materialId: 'sk440', roofId: 'Scheune', quantity: 8, ...field(4, 2, 6, 1.5) },
      ],
      inverters: [{ materialId: 'hybrid10', strings: [string('1 low 12'), string('2 high 8')] }],
    },
  },
};

const { openFirm } = await openFirms();
const { offers, done } = await openFirm({ ...farm, offers: roofs as typeof farm.offers });

const idOf = (name: keyof typeof roofs) => offers.get(name)?.id ?? '';
const bytesOf = ({ content }: Pick<StringPlanDocument, 'content'>) => Buffer.from(content, 'base64');
const planOf = (name: keyof typeof roofs) => done('generateStringPlan', { id: idOf(name) });
const textIn = async (name: keyof typeof roofs) => textOf(bytesOf(await planOf(name)));

describe('a roof of 90 m', async () => {
  const pdf = bytesOf(await planOf('long'));
  const text = await textOf(pdf);
  const places = await placesOf(pdf);
  const roofPages = places
    .filter((place) => place.text.startsWith('Lagerhalle, Teil'))
    .map(({ page }) => page);
  const on = (page: number) => places.filter((place) => place.page === page);

  test('is spread over as many pages as its labels need', () => {
    expect(roofPages).toHaveLength(3);
    const labels = roofPages.flatMap(on).filter((place) => /^1\.\d\.\d$/.test(place.text));
    expect(labels.length).toBeGreaterThanOrEqual(300);
    for (const { size } of labels) expect(size).toBeGreaterThanOrEqual(5.5);
  });

  test('has poles only where strings begin and end', () => {
    for (const pole of ['+', '−'])
      expect(roofPages.flatMap(on).filter((place) => place.text === pole)).toHaveLength(15);
  });

  test('says at each cut on which page the string goes on', () => {
    const marks = roofPages.flatMap(on).flatMap(({ page, text: mark }) => {
      const [, word = '', other] = /^(weiter|von) Seite (\d)$/.exec(mark) ?? [];
      return other === undefined ? [] : [word === 'weiter' ? `${page}-${other}` : `${other}-${page}`];
    });
    // Each of the four rows is cut twice.
    expect(marks).toHaveLength(16);
    expect(new Set(marks).size).toBeLessThanOrEqual(4);
    for (const [mark, both] of Map.groupBy(marks, (mark) => mark))
      expect(both.length % 2, `${mark} has both its ends`).toBe(0);
  });

  test('shows on each page the whole roof with its parts, and the sizes of the part', () => {
    for (const page of roofPages) {
      const key = on(page).filter(({ baseline, left }) => baseline < 35 && left > 150);
      expect(key.map((place) => place.text)).toEqual(expect.arrayContaining(['1', '2', '3']));
      for (const size of ['0,70 m', '7,11 m', '4,19 m'])
        expect(on(page).map((place) => place.text)).toContain(size);
    }
    for (const part of ['0,00–29,85', '29,85–59,85', '59,85–90,00'])
      expect(text).toContain(`Ausschnitt ${part} m von links`);
    for (const across of ['28,83 m', '29,98 m', '27,68 m', '2,47 m']) expect(text).toContain(across);
  });
});

describe('modules that nobody can mount', () => {
  test.each([
    ['misplaced', ['2 Module reichen über den Rand des Daches', '2 Module liegen auf: Schornstein']],
    ['overlapping', ['4 Module liegen auf anderen Modulen']],
  ] as const)('are why a plan is not released: %s', async (name, reasons) => {
    const text = await textIn(name);
    expect(text.match(/NICHT FREIGEGEBEN/g)?.length).toBeGreaterThanOrEqual(2);
    const [first = ''] = text.split('Strombach Hybrid 10');
    expect(first).toContain('Nicht freigegeben: nach diesem Plan darf nicht gebaut werden');
    for (const reason of reasons) expect(first).toContain(reason);
    const letter = await textOf(bytesOf(await done('generateOfferDocument', { id: idOf(name) })));
    for (const reason of reasons) expect(letter).toContain(reason);
  });
});

test('rows of an east-west system look to both sides, and their distance is open', async () => {
  const pdf = bytesOf(await planOf('eastWest'));
  const text = await textOf(pdf);
  expect(text).toContain('Ost-West-Aufständerung, Reihen abwechselnd nach Ost (90°) und West (270°)');
  expect(text.match(/▼ O/g)).toHaveLength(5);
  expect(text.match(/▲ W/g)).toHaveLength(4);
  expect(text).toContain('Halle 1: Strings mit Modulen beider Seiten: 1.1.2, 1.2.1');
  expect(text).toContain('Abstand der Reihen nicht erfasst');
  // The distance to the lowest row and the rest of the 20 m, but no length of rows with unknown distances.
  const sizes = (await placesOf(pdf)).map((place) => place.text);
  expect(sizes).toEqual(expect.arrayContaining(['1,00 m', '19,00 m', 'offen']));
  expect(sizes).not.toContain('16,02 m');
});

test('the direction of a flat roof that nobody entered is missing', async () => {
  const plan = await planOf('flat');
  expect(await textOf(bytesOf(plan))).toContain('Melkstand: Richtung der Reihen nicht erfasst');
  const { projectId = '' } = offers.get('flat') ?? {};
  const missing = {
    field: 'Ausrichtung des Daches',
    label: 'Ausrichtung des Daches',
    required: false,
    reason: 'EMPTY',
    source: { resource: 'projects', id: projectId, path: '/roofs/0/azimuth' },
  };
  expect(plan.missingFields).toEqual([missing]);
  const { roofs: stored } = await done('getProject', { id: projectId });
  await done('updateRoof', { id: projectId, roofId: stored[0]?.id ?? '' }, { azimuth: 180 });
  const known = await planOf('flat');
  expect(known.missingFields).toEqual([]);
  expect(await textOf(bytesOf(known))).not.toContain('Richtung der Reihen');
});

test('a hipped roof has no outline', async () => {
  const text = await textIn('hipped');
  expect(text).toContain('Walm Ost: Umriss des Daches nicht erfasst');
  expect(text).toContain('Traufe 6,00 m, bis zum First 4,50 m');
  expect(text).not.toContain('Dach 6,00');
});
