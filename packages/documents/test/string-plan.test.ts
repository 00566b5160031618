import type { StringPlan } from '@pv-planning/contract';
import { checkWiring } from '@pv-planning/string-planner';
import { afterAll, describe, expect, test } from 'vitest';
import { createRenderer, type PrintedStringPlan, stringPlanDocument } from '../src/index.ts';
import { factsOf, textOf } from '../src/testing.ts';

const renderer = createRenderer({
  maxProcessorMs: 60_000,
  maxRenderMs: 60_000,
  maxDocuments: 500,
  maxMemoryMiB: 1_000,
});
afterAll(() => renderer.close());

const tracker = (index: number) => ({
  index,
  inputCount: 1,
  mppVoltageMin: 160,
  mppVoltageMax: 850,
  maxInputCurrent: 16,
  maxInputCurrentPerInput: null,
  maxShortCircuitCurrent: 20,
  maxPower: null,
});

const pvModule = {
  power: 440,
  vmpp: 32.99,
  impp: 13.34,
  voc: 39.38,
  isc: 13.98,
  tempCoefficientVoc: -0.25,
  tempCoefficientPmpp: -0.29,
  tempCoefficientVmpp: null,
  tempCoefficientIsc: 0.045,
  bifacialGainPercent: null,
  maxSystemVoltage: 1500,
  maxSeriesFuse: 25,
};

const inverter = {
  acPower: 10_000,
  acApparentPower: 10_000,
  phases: 3,
  maxDcPower: 15_000,
  maxDcVoltage: 1000,
  startVoltage: 180,
  optimizerRequired: false,
  minModulesPerString: null,
  maxModulesPerString: null,
  maxPowerPerString: null,
  maxInputCurrentTotal: null,
  maxShortCircuitCurrentTotal: null,
  mppTrackers: [tracker(1), tracker(2)],
};

const lineOf = (ref: string, azimuth: number, quantity: number) => ({
  ref,
  roofId: ref,
  azimuth,
  tilt: 35,
  quantity,
  productId: 'module',
  product: pvModule,
});

interface Strings {
  [label: string]: [mppTracker: number, moduleRef: string, moduleCount: number];
}

function planOf(strings: Strings): StringPlan {
  const plan = checkWiring(
    {
      modules: [lineOf('south', 180, 14), lineOf('west', 270, 10)],
      inverters: [{ lineId: '1', ref: 'inverter', name: 'Strombach Hybrid 10', product: inverter }],
      designTempMin: -10,
      designTempMax: 70,
    } as Parameters<typeof checkWiring>[0],
    Object.entries(strings).map(([label, [mppTracker, moduleRef, moduleCount]]) => ({
      inverterRef: 'inverter',
      label,
      mppTracker,
      moduleRef,
      moduleCount,
    })),
  );
  const named = plan.inverters.map((planned) => ({
    ...planned,
    trackers: planned.trackers.map((each) => ({
      ...each,
      limits: { ...inverter.mppTrackers[each.index - 1], name: null },
    })),
  }));
  return { ...plan, inverters: named } as StringPlan;
}

const modules = (ref: string, count: number, columns: number) => ({
  ref,
  name: 'Sonnkraft SK 440',
  power: 440,
  count,
  length: 1762,
  width: 1134,
  orientation: 'PORTRAIT' as const,
  rows: 2,
  columns,
  offsetX: 0.4,
  offsetY: 0.5,
});

const roof = (name: string, azimuth: number, line: ReturnType<typeof modules>) => ({
  name,
  roofType: 'GABLE' as const,
  azimuth,
  tilt: 35,
  width: 10,
  length: 5,
  obstacles: [] as PrintedStringPlan['roofs'][number]['obstacles'],
  modules: [line],
});

const printed: PrintedStringPlan = {
  number: 'AN-2026-00042',
  time: '2026-03-10T10:00:00.000Z',
  companyName: 'Sonnendach Musterstadt GmbH',
  customerName: 'Jürgen Groß',
  projectName: 'Einfamilienhaus Groß',
  address: null,
  plan: planOf({ '1.1.1': [1, 'south', 14], '1.2.1': [2, 'west', 10] }),
  optimizers: new Map(),
  roofs: [roof('Süddach', 180, modules('south', 14, 8)), roof('Westdach', 270, modules('west', 10, 5))],
};

const render = async (plan: PrintedStringPlan) =>
  renderer.render(await stringPlanDocument(plan), new AbortController().signal);
const textIn = async (changed: Partial<PrintedStringPlan>) =>
  textOf(await render({ ...printed, ...changed }));

interface DrawnPage {
  width: number;
  height: number;
  edges: [{ x: number; y: number }, { x: number; y: number }][];
  modules: { x: number; y: number; width: number; lines: string[]; size: number; tag: string | null }[];
  wires: { points: { x: number; y: number }[] }[];
}

/** What the layout draws. */
async function drawn(plan: PrintedStringPlan): Promise<{ roofs: DrawnPage[] }> {
  return JSON.parse((await stringPlanDocument(plan)).data);
}

/** The numbers of modules in their strings, row by row from the top, each from the left. */
function rowsOf(page: DrawnPage | undefined): string[] {
  const rows = [...Map.groupBy(page?.modules ?? [], ({ y }) => y)].sort(([one], [other]) => one - other);
  return rows.map(([, row]) =>
    row
      .toSorted((one, other) => one.x - other.x)
      .map(({ lines }) => lines.at(-1))
      .join(' '),
  );
}

describe('a string plan', () => {
  test('has the published voltages of each string, the sizing factor and every module', async () => {
    const text = await textIn({});
    for (const part of [
      'Stringplan AN-2026-00042',
      'Jürgen Groß',
      '10,56 kWp',
      '−10 °C bis 70 °C',
      'höchste DC-Spannung 1.000 V · Dimensionierungsfaktor 105,6 %',
      '1 Eingang · 160–850 V · Eingangsstrom ≤ 16 A · Kurzschlussstrom ≤ 20 A',
      '14 × Sonnkraft SK 440, Süddach 6.160 W 551,32 V 599,56 V 461,86 V 401,59 V 475,25 V 13,34 A',
      '10 × Sonnkraft SK 440, Westdach 4.400 W 393,80 V 428,26 V 329,90 V 286,85 V 339,47 V',
      'Alle Prüfungen ohne Befund.',
    ])
      expect(text).toContain(part);
    for (let position = 1; position <= 14; position += 1) expect(text).toContain(` 1.1.1 ${position} `);
    expect(text).not.toMatch(/Noch offen|maßstäblich/);
  });

  test('counts the modules of every second row from right to left', async () => {
    const [, west] = (await drawn(printed)).roofs;
    expect(rowsOf(west)).toEqual(['10 9 8 7 6', '1 2 3 4 5']);
  });

  test('names the findings of the checks in German, with value and limit', async () => {
    const text = await textIn({ plan: planOf({ '1.1.1': [1, 'south', 14], '1.1.2': [1, 'west', 10] }) });
    expect(text).toContain(
      '✗ Fehler: nicht eingehalten R7 Strombach Hybrid 10, MPP-Tracker 1 Anzahl der Strings ≤ Anzahl der Eingänge 2 Strings 1 String',
    );
    expect(text).toContain('Unterschied der Länge paralleler Strings 4 Module 0 Module');
    expect(text).toMatch(/✗ Fehler: nicht eingehalten R5 .* 28,53 A 20 A/);
    expect(text).toMatch(/▲ Warnung: nicht eingehalten R6 .* 26,68 A 16 A/);
  });

  test('numbers modules within their strings if longer labels do not fit, and names the strings', async () => {
    const plan = planOf({
      'Hauptdach Süd unten links': [1, 'south', 8],
      'Hauptdach Süd oben links': [2, 'south', 6],
    });
    const text = await textIn({ plan });
    expect(text).toContain('Nummern je String, dessen Name am Anfang steht.');
    expect(await textIn({})).not.toContain('Nummern je String');
    const [south] = (await drawn({ ...printed, plan })).roofs;
    expect(south?.modules.flatMap(({ tag }) => tag ?? [])).toEqual([
      'Hauptdach Süd unten links',
      'Hauptdach Süd oben links',
    ]);
    expect(rowsOf(south)).toEqual(['6 5 4 3 2 1', '1 2 3 4 5 6 7 8']);
  });

  test('names what is not wired, and draws roofs of unknown size as a schema', async () => {
    const text = await textIn({ plan: planOf({ '1.1.1': [1, 'south', 12] }) });
    expect(text).toContain('2 × Sonnkraft SK 440, Süddach ohne String');
    expect(text).toContain('10 × Sonnkraft SK 440, Westdach ohne String');
    const [south] = printed.roofs;
    const schema = await textIn({
      plan: planOf({}),
      roofs: south ? [{ ...south, width: null }] : [],
    });
    expect(schema).toContain('Die Module sind noch nicht verschaltet.');
    expect(schema).toContain('Schema, nicht maßstäblich');
  });

  test('sums up the lines of a roof that are not wired', async () => {
    const lines = Array.from({ length: 97 }, (_, index) => lineOf(`line-${index}`, 180, 4));
    const { findings, findingCount, unwired } = checkWiring(
      { modules: lines, inverters: [], designTempMin: -10, designTempMax: 70 } as Parameters<
        typeof checkWiring
      >[0],
      [],
    );
    const field = { orientation: null, rows: null, columns: null, offsetX: null, offsetY: null };
    const roofLines = lines.map(({ ref }) => ({ ...modules(ref, 4, 4), ...field }));
    const [south] = printed.roofs;
    const text = await textIn({
      plan: { ...planOf({}), findings, findingCount, unwired } as StringPlan,
      roofs: south ? [{ ...south, modules: roofLines }] : [],
    });
    expect(text).toContain('388 × Sonnkraft SK 440, Süddach ohne String');
    expect(text).toContain('Süddach 388 Module · Süd');
    expect(text).toMatch(/R13 Anlage Jedes Modul ist genau einmal verschaltet 0 Module 388 Module/);
    expect(text.match(/R13/g)).toHaveLength(1);
  });

  test('draws lines of modules without positions in common rows', async () => {
    const field = { orientation: null, rows: null, columns: null, offsetX: null, offsetY: null };
    const [south] = printed.roofs;
    const onRoof = [
      { ...modules('south', 14, 7), ...field },
      { ...modules('west', 10, 5), ...field },
    ];
    const { roofs } = await drawn({ ...printed, roofs: south ? [{ ...south, modules: onRoof }] : [] });
    // The second row continues at its right end.
    expect(rowsOf(roofs[0])).toEqual(['10 9 8 7 6 5 4 3', '1 2 3 4 5 6 7 8 9 10 11 12 13 14 1 2']);
  });

  test('names inverters without strings, which have no sizing factor', async () => {
    const plan = planOf({ '1.1.1': [1, 'south', 14] });
    const [first] = plan.inverters;
    const [idle] = planOf({}).inverters;
    const second = { ...idle, ref: 'second' };
    const text = await textIn({ plan: { ...plan, inverters: [first, second] } as StringPlan });
    expect(text).toContain('Wechselrichter ohne Strings: 2: Strombach Hybrid 10');
    expect(text).toContain('noch ohne Strings');
    expect(text.match(/R11/g)).toHaveLength(1);
    expect(text).not.toContain(' 0 %');
    expect(await textIn({ plan: planOf({}) })).not.toContain('R11');
  });

  test('of strings whose modules are open does not call the inverter one without strings', async () => {
    const { inverters, ...plan } = planOf({ '1.1.1': [1, 'south', 14] });
    const open = inverters.map((inverter) => ({
      ...inverter,
      sizingFactorPercent: 0,
      trackers: inverter.trackers.map((tracker) => ({
        ...tracker,
        strings: tracker.strings.map((planned) => ({ ...planned, moduleRef: null, power: null })),
      })),
    }));
    const text = await textIn({ plan: { ...plan, inverters: open } });
    expect(text).toContain('Module noch offen');
    expect(text).not.toContain('noch ohne Strings');
    expect(text).not.toContain('ohne Strings: ');
    expect(text).not.toContain('Dimensionierungsfaktor 0');
  });

  test('numbers inverters of the same name', async () => {
    const plan = planOf({});
    const [first] = plan.inverters;
    const inverters = [first, { ...first, ref: 'second' }] as typeof plan.inverters;
    const text = await textIn({ plan: { ...plan, inverters } });
    expect(text).toContain(`1: ${first?.name}`);
    expect(text).toContain(`2: ${first?.name}`);
  });

  test('has columns of strings only for inverters with strings', async () => {
    const column = 'Umpp 15 °C';
    expect(await textIn({})).toContain(column);
    const unwired = await textIn({ plan: planOf({}) });
    for (const part of [column, 'Isc heiß', 'Bezeichnung der Strings']) expect(unwired).not.toContain(part);
    expect(unwired).toContain('MPP-Tracker 1');
  });

  test('of an offer without inverters and modules says so', async () => {
    const plan = { ...planOf({}), inverters: [], unwired: [], findings: [], findingCount: 0 };
    const text = await textIn({ plan, roofs: [], customerName: null, projectName: null });
    expect(text).toContain('Das Angebot hat keinen Wechselrichter.');
    expect(text).toContain('Das Angebot hat keine Module.');
    expect(text).toContain('Ohne Strings gibt es nichts zu prüfen.');
    expect(text).not.toContain('ohne Befund');
  });

  test('wraps the longest names, also those without spaces', async () => {
    const name = 'Donaudampfschifffahrt'.repeat(10).slice(0, 200);
    const { inverters, ...plan } = planOf({ [name.slice(0, 100)]: [1, 'south', 14] });
    const [south] = printed.roofs;
    const modules = (south?.modules ?? []).map((line) => ({ ...line, name }));
    const pdf = await render({
      ...printed,
      companyName: name,
      customerName: name,
      projectName: name,
      plan: { ...plan, inverters: inverters.map((inverter) => ({ ...inverter, name })) },
      roofs: south ? [{ ...south, name, modules }] : [],
    });
    expect((await factsOf(pdf)).cutOff).toEqual([]);
  });

  test('has a page for each roof, with the wire of each string through its modules in their order', async () => {
    const { roofs } = await drawn(printed);
    expect(roofs).toHaveLength(2);
    const [south] = roofs;
    const points = south?.wires[0]?.points ?? [];
    const modules = south?.modules ?? [];
    expect(points.length).toBe(14 + 2);
    const moduleAt = (x: number, y: number) =>
      modules.find(
        (module) => x > module.x && x < module.x + module.width && y > module.y && y < module.y + 200,
      );
    const [first, last] = [points[0], points.at(-1)];
    expect(moduleAt(first?.x ?? 0, first?.y ?? 0)?.lines.at(-1)).toBeDefined();
    expect(first?.x).toBeLessThan(points[1]?.x ?? 0);
    expect(last?.y).toBeLessThan(first?.y ?? 0);
    const text = await textIn({});
    for (const part of [
      'Seite 1 von 4',
      'Dach 10,00 × 5,00 m',
      'Traufe',
      'Protokoll der Baustelle',
      'Unterschrift',
    ])
      expect(text).toContain(part);
    expect(text).toContain(
      '14 × Sonnkraft SK 440 (440 W) 1.762 × 1.134 mm hochkant, 2 Reihen × 8 0,40 m 0,39 m 0,50 m 0,96 m',
    );
  });

  test('names the string in each of 225 modules in letters that can be read, and spreads larger roofs over pages', async () => {
    const hall = (count: number, columns: number, width: number) => {
      const line = { ...modules('south', count, columns), rows: Math.ceil(count / columns), offsetX: 1 };
      const lengths = Array.from({ length: Math.ceil(count / 25) }, () => 25);
      const strings = lengths.map((length, index) => [`1.1.${index + 1}`, [1, 'south', length]] as const);
      const plan = planOf(Object.fromEntries(strings) as unknown as Strings);
      return drawn({ ...printed, plan, roofs: [{ ...roof('Halle', 180, line), width, length: 20 }] });
    };
    const { roofs: one } = await hall(225, 25, 34);
    expect(one).toHaveLength(1);
    for (const { lines, size } of one[0]?.modules ?? []) {
      expect(lines).toHaveLength(2);
      expect(size).toBeGreaterThanOrEqual(5.5);
    }
    const { roofs: several } = await hall(900, 100, 120);
    expect(several.length).toBeGreaterThan(1);
    expect(several.flatMap(({ modules }) => modules)).toHaveLength(900);
    for (const { width, modules } of several)
      for (const { x, size } of modules) {
        expect(size).toBeGreaterThanOrEqual(5.5);
        expect(x).toBeLessThan(width);
      }
  });

  test('draws all edges of a rectangular roof, and only the eaves of one whose shape is not known', async () => {
    const [south] = printed.roofs;
    const [known, open] = await Promise.all(
      (['GABLE', 'HIPPED'] as const).map(async (roofType) => {
        const { roofs } = await drawn({ ...printed, roofs: south ? [{ ...south, roofType }] : [] });
        return roofs[0];
      }),
    );
    expect(known?.edges).toHaveLength(4);
    const [[from, to] = []] = open?.edges ?? [];
    expect(open?.edges).toHaveLength(1);
    expect(from?.y).toBe(to?.y);
    expect(from?.y).toBeCloseTo(open?.height ?? 0);
  });

  test('prints what a meter shows of strings with power optimizers', async () => {
    const text = await textIn({ optimizers: new Map([['inverter', 750]]) });
    expect(text).toContain('14 × Sonnkraft SK 440, Süddach 6.160 W ca. 14 V 750 V');
    expect(text).toContain('ca. 14 V, aus');
    expect(text).toContain('Leistungsoptimierer.');
    for (const sum of ['Uoc STC', '551,32', '599,56']) expect(text).not.toContain(sum);
    expect(await textIn({ optimizers: new Map([['inverter', null]]) })).toContain(
      'ca. 14 V laut Wechselrichter',
    );
  });

  test('with an error is marked on every page as not released, with value and limit on the first', async () => {
    const text = await textIn({ plan: planOf({ '1.1.1': [1, 'south', 14], '1.1.2': [1, 'west', 10] }) });
    expect(text.match(/NICHT FREIGEGEBEN/g)).toHaveLength(4);
    expect(text).toContain(
      'R8, Strombach Hybrid 10, MPP-Tracker 1: Unterschied der Länge paralleler Strings. Wert 4 Module, Grenze 0 Module.',
    );
    expect(await textIn({})).not.toContain('FREIGEGEBEN');
  });

  test('never calls a missed limit kept', async () => {
    const text = await textIn({ plan: planOf({ '1.1.1': [1, 'south', 14] }) });
    expect(text).toContain(
      'Hinweis: unter der Grenze, zulässig R11 Strombach Hybrid 10 Dimensionierungsfaktor (Modulleistung / AC-Leistung) 61,6 % 100 %',
    );
    expect(text).not.toContain('✓');
  });

  test('is the same file for the same plan', async () => {
    expect((await render(printed)).equals(await render(printed))).toBe(true);
  });
});
