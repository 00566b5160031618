// The monthly reports, hand-written with Express and plain SQL, without validation, logging, API keys, other intervals, filters,
// comparison periods or limits.
import pg from 'pg';
import { connections, listen, yardstickApp } from '../process/express-yardstick.ts';
import * as statements from './yardstick-statements.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

// The settings that the service uses for reports.
const pool = connections('-c jit=off -c max_parallel_workers_per_gather=0 -c work_mem=64MB');
const company = process.env.COMPANY_ID;

type Row = Record<string, unknown>;

async function rowsOf<R extends Row>(statement: string, values: readonly unknown[]): Promise<R[]> {
  const { rows } = await pool.query<R>(statement, [company, ...values]);
  return rows;
}

interface Span {
  from: string;
  to: string;
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** The months of a period of whole months. */
function monthsOf({ from, to }: Span) {
  const months: (Span & { period: string })[] = [];
  for (let first = from; first <= to; ) {
    const [year, month] = first.split('-').map(Number) as [number, number];
    const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    months.push({ period: first.slice(0, 7), from: first, to: last });
    first = dayAfter(last);
  }
  return months;
}

/** @param figuresOf the figures of a month, or of the whole period (null) */
function report(span: Span, figuresOf: (month: string | null) => object, head: object = {}) {
  const data = monthsOf(span).map((month) => ({ ...month, ...figuresOf(month.period) }));
  const { from, to } = span;
  const totals = figuresOf(null);
  return { from, to, interval: 'month', timeZone: 'Europe/Berlin', ...head, data, totals, previous: null };
}

const boundsOf = ({ from, to }: Span) => [from, dayAfter(to)];

const noRequests = {
  requests: 0,
  withOffer: 0,
  accepted: 0,
  requestToOfferRate: null,
  offerToAcceptedRate: null,
  medianDaysToOffer: null,
  medianDaysToAccept: null,
};

const noOffers = { count: 0, netSum: 0, grossSum: 0, averageNet: null, systemPowerKwpSum: 0 };

type Key = string | null;

const nullLast = (one: Key, other: Key): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
};

interface Grouped extends Row {
  month: string | null;
  key: Key;
  grouped: boolean;
}

const placeOf = ({ month, key, grouped }: Grouped) => `${month} ${grouped} ${key}`;

/** The groups of all rows; the sites in the order of their names. */
async function groupsOf(rows: readonly Grouped[], groupBy: string | null) {
  const keys = [...new Set(rows.filter(({ grouped }) => grouped).map(({ key }) => key))].sort(nullLast);
  if (groupBy !== 'site') return keys.map((key) => ({ key, name: null }));
  const sites = await rowsOf<{ id: string; name: string }>(
    'select id::text, name from site where company_id = $1',
    [],
  );
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  const groups = keys.map((key) => ({ key, name: names.get(key ?? '') ?? null }));
  return groups.sort((one, other) => nullLast(one.name, other.name));
}

async function offers(span: Span, groupBy: statements.OfferGrouping) {
  const bounds = boundsOf(span);
  const rows = await rowsOf<Grouped & { step: string }>(statements.offers(groupBy), bounds);
  const declined = await rowsOf<{ month: string | null; reason: string | null; count: number }>(
    statements.declineReasons,
    bounds,
  );
  const groups = await groupsOf(rows, groupBy);
  const figures = new Map(
    rows.map(({ step, month, key, grouped, ...sums }) => [
      `${step} ${placeOf({ month, key, grouped })}`,
      sums,
    ]),
  );
  const stepsOf = (place: Grouped) => {
    const at = (step: string) => figures.get(`${step} ${placeOf(place)}`) ?? noOffers;
    return {
      created: at('created'),
      published: at('published'),
      accepted: at('accepted'),
      withdrawn: at('withdrawn'),
      declined: at('declined'),
    };
  };
  const reasons = Map.groupBy(declined, ({ month }) => month);
  const figuresOf = (month: string | null) => ({
    ...stepsOf({ month, key: null, grouped: false }),
    declineReasons: (reasons.get(month) ?? []).map(({ reason, count }) => ({ reason, count })),
    groups: groups.map((group) => ({ ...group, ...stepsOf({ month, key: group.key, grouped: true }) })),
  });
  return report(span, figuresOf, { groupBy });
}

const sources = ['CONFIGURATOR', 'API', 'MANUAL', 'PORTAL'];
const statuses = ['NEW', 'IN_PROGRESS', 'OFFER_CREATED', 'WON', 'LOST', 'REJECTED', 'WITHDRAWN'];

async function offerRequests(span: Span) {
  const counts = new Map<string, number>();
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
  const rows = await rowsOf<{ month: string; source: string; status: string; count: number }>(
    statements.offerRequests,
    boundsOf(span),
  );
  for (const { month, source, status, count } of rows) {
    for (const bucket of [month, null]) {
      add(`${bucket}`, count);
      add(`${bucket} ${source}`, count);
      add(`${bucket} ${status}`, count);
    }
  }
  const countOf = (key: string) => counts.get(key) ?? 0;
  return report(span, (month) => ({
    count: countOf(`${month}`),
    bySource: sources.map((source) => ({ source, count: countOf(`${month} ${source}`) })),
    byStatus: statuses.map((status) => ({ status, count: countOf(`${month} ${status}`) })),
  }));
}

/** Offers without a request have no source. */
async function conversion(span: Span, groupBy: 'source' | null) {
  const bounds = boundsOf(span);
  const rows = await rowsOf<Grouped>(statements.conversion(groupBy !== null), bounds);
  const counts = await rowsOf<{ month: string | null; direct: number }>(statements.direct, bounds);
  const direct = new Map(counts.map(({ month, direct }) => [month, direct]));
  const withDirect = groupBy && counts.length > 0 ? [{ month: null, key: null, grouped: true }] : [];
  const groups = await groupsOf([...rows, ...withDirect], groupBy);
  const figures = new Map(
    rows.map(({ month, key, grouped, ...sums }) => [placeOf({ month, key, grouped }), sums]),
  );
  const figuresOf = (month: string | null) => ({
    ...(figures.get(placeOf({ month, key: null, grouped: false })) ?? noRequests),
    direct: direct.get(month) ?? 0,
    groups: groups.map(({ key, name }) => ({
      key,
      name,
      ...(figures.get(placeOf({ month, key, grouped: true })) ?? noRequests),
      direct: key === null ? (direct.get(month) ?? 0) : 0,
    })),
  });
  return report(span, figuresOf, { groupBy });
}

async function customers(span: Span, groupBy: 'postalCode' | 'buildingType') {
  const statement =
    groupBy === 'postalCode' ? statements.customersByPostalCode : statements.customersByBuilding;
  const rows = await rowsOf<{ month: string; key: Key; count: number; customers: number }>(
    statement,
    boundsOf(span),
  );
  const counts = new Map<string, number>();
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
  const found = new Set<Key>();
  for (const { month, key, count, customers } of rows) {
    if (count > 0) found.add(key);
    for (const bucket of [month, null]) {
      add(`${bucket}`, customers);
      add(`${bucket} ${key}`, count);
    }
  }
  const keys = [...found].sort(nullLast);
  const figuresOf = (month: string | null) => ({
    count: counts.get(`${month}`) ?? 0,
    groups: keys.map((key) => ({ key, count: counts.get(`${month} ${key}`) ?? 0 })),
  });
  return report(span, figuresOf, { groupBy, postalDigits: 2 });
}

type Sums = Record<'quantity' | 'net' | 'power' | 'capacity' | 'units', number>;

/** Sums of a kind by bucket, in total and by group. A bucket is a month, the period or all offers. */
type Tallies = Map<string, Map<string, Sums>>;

const kinds = ['sold', 'published', 'drafts'];
const german = new Intl.Collator('de');

function add(
  tallies: Tallies,
  bucket: string,
  key: string,
  { quantity, net, power, capacity, units }: Sums,
): void {
  let ofPlace = tallies.get(bucket);
  if (!ofPlace) {
    ofPlace = new Map();
    tallies.set(bucket, ofPlace);
  }
  const sums = ofPlace.get(key);
  if (!sums) {
    ofPlace.set(key, { quantity, net, power, capacity, units });
    return;
  }
  sums.quantity += quantity;
  sums.net += net;
  sums.power += power;
  sums.capacity += capacity;
  sums.units |= units;
}

const nothing: Sums = { quantity: 0, net: 0, power: 0, capacity: 0, units: 0 };

const units = ['PIECE', 'METER', 'SET', 'FLAT', 'MODULE', 'KWP'];
const unitOf = (bits: number) => units[Math.log2(bits)] ?? null;

/** The quantity is null if the lines have different units. */
const shownOfGroup = (sums: Sums) => {
  const unit = unitOf(sums.units);
  return { quantity: unit || sums.units === 0 ? sums.quantity / 1000 : null, unit, ...shown(sums) };
};

const shown = ({ net, power, capacity }: Sums) => ({
  netSum: net / 100,
  powerKwp: Math.round(power / 1000) / 1000,
  capacityKwh: capacity / 1000,
});

const materialStatements = {
  materialType: [statements.materialsByType, statements.materialTypes],
  manufacturer: [statements.materialsByManufacturer, statements.manufacturers],
  material: [statements.materialsByProduct, statements.products],
} as const;

async function materials(span: Span, groupBy: keyof typeof materialStatements) {
  const [sums, catalog] = materialStatements[groupBy];
  const rows = await rowsOf<Sums & { kind: string; month: string | null; key: string }>(sums, boundsOf(span));
  const tallies: Tallies = new Map();
  for (const row of rows) {
    for (const bucket of row.month === null ? ['all'] : [row.month, 'span', 'all']) {
      add(tallies, `${row.kind} ${bucket}`, 'all', row);
      add(tallies, `${row.kind} ${bucket}`, row.key, row);
    }
  }
  const groups = await rowsOf<{ key: string; name: string | null; materialType: string | null }>(catalog, [
    [...new Set(rows.map(({ key }) => key))],
  ]);
  groups.sort(
    (one, other) => german.compare(one.name ?? '', other.name ?? '') || (one.key < other.key ? -1 : 1),
  );
  const sumsAt = (bucket: string) => {
    const tallied = kinds.map((kind) => [kind, tallies.get(`${kind} ${bucket}`)] as const);
    return {
      ...Object.fromEntries(tallied.map(([kind, tally]) => [kind, shown(tally?.get('all') ?? nothing)])),
      groups: groups.map(({ key, ...names }) => {
        const bits = kinds.map((kind) => tallies.get(`${kind} all`)?.get(key)?.units ?? 0);
        const group: Row = { key, ...names, unit: unitOf(bits.reduce((one, other) => one | other)) };
        for (const [kind, tally] of tallied) group[kind] = shownOfGroup(tally?.get(key) ?? nothing);
        return group;
      }),
    };
  };
  const { sold: _, groups: openGroups, ...openSums } = sumsAt('all') as { sold?: Row; groups: Row[] };
  const open = { ...openSums, groups: openGroups.map(({ sold: __, ...group }) => group) };
  return report(span, (month) => sumsAt(month ?? 'span'), { groupBy, open });
}

const app = yardstickApp();

app.get('/v1/analytics/:report', async (request, response) => {
  const { from = '', to = '', groupBy } = request.query as Partial<Span & { groupBy: string }>;
  const span = { from, to };
  const reports: Record<string, () => Promise<object>> = {
    offers: () => offers(span, groupBy === 'site' || groupBy === 'source' ? groupBy : null),
    'offer-requests': () => offerRequests(span),
    conversion: () => conversion(span, groupBy === 'source' ? groupBy : null),
    customers: () => customers(span, groupBy === 'buildingType' ? groupBy : 'postalCode'),
    materials: () =>
      materials(span, groupBy === 'material' || groupBy === 'manufacturer' ? groupBy : 'materialType'),
  };
  response.json(await reports[request.params.report]?.());
});

listen(app);
