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

const noOffers = { count: 0, netSum: 0, grossSum: 0, averageNet: null, systemPowerKwpSum: 0 };

async function offers(span: Span) {
  const rows = await rowsOf<{ step: string; month: string | null }>(statements.offers, boundsOf(span));
  const figures = new Map(rows.map(({ step, month, ...sums }) => [`${step} ${month}`, sums]));
  const at = (step: string, month: string | null) => figures.get(`${step} ${month}`) ?? noOffers;
  return report(span, (month) => ({
    created: at('created', month),
    published: at('published', month),
    accepted: at('accepted', month),
    declined: at('declined', month),
  }));
}

const sources = ['CONFIGURATOR', 'BOOKING', 'API', 'MANUAL', 'PORTAL'];
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

async function conversion(span: Span) {
  const rows = await rowsOf<{ month: string | null }>(statements.conversion, boundsOf(span));
  const figures = new Map(rows.map(({ month, ...figure }) => [month, figure]));
  return report(span, (month) => figures.get(month) ?? {});
}

type Key = string | null;

const nullLast = (one: Key, other: Key): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
};

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

type Sums = Record<'quantity' | 'net' | 'power' | 'capacity', number>;

/** Sums of a kind by bucket, in total and by group. A bucket is a month, the period or all offers. */
type Tallies = Map<string, Map<string, Sums>>;

const kinds = ['sold', 'published', 'drafts'];
const german = new Intl.Collator('de');

function add(tallies: Tallies, bucket: string, key: string, { quantity, net, power, capacity }: Sums): void {
  let ofPlace = tallies.get(bucket);
  if (!ofPlace) {
    ofPlace = new Map();
    tallies.set(bucket, ofPlace);
  }
  const sums = ofPlace.get(key);
  if (!sums) {
    ofPlace.set(key, { quantity, net, power, capacity });
    return;
  }
  sums.quantity += quantity;
  sums.net += net;
  sums.power += power;
  sums.capacity += capacity;
}

const nothing: Sums = { quantity: 0, net: 0, power: 0, capacity: 0 };

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
  const groups = await rowsOf<{ key: string; name: string | null; least: string; greatest: string }>(
    catalog,
    [[...new Set(rows.map(({ key }) => key))]],
  );
  groups.sort(
    (one, other) => german.compare(one.name ?? '', other.name ?? '') || (one.key < other.key ? -1 : 1),
  );
  const sumsAt = (bucket: string) => {
    const tallied = kinds.map((kind) => [kind, tallies.get(`${kind} ${bucket}`)] as const);
    return {
      ...Object.fromEntries(tallied.map(([kind, tally]) => [kind, shown(tally?.get('all') ?? nothing)])),
      groups: groups.map(({ key, name, least, greatest }) => {
        const group: Row = { key, name, unit: least === greatest ? least : null };
        for (const [kind, tally] of tallied) {
          const found = tally?.get(key) ?? nothing;
          group[kind] = { quantity: least === greatest ? found.quantity / 1000 : null, ...shown(found) };
        }
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
    offers: () => offers(span),
    'offer-requests': () => offerRequests(span),
    conversion: () => conversion(span),
    customers: () => customers(span, groupBy === 'buildingType' ? groupBy : 'postalCode'),
    materials: () =>
      materials(span, groupBy === 'material' || groupBy === 'manufacturer' ? groupBy : 'materialType'),
  };
  response.json(await reports[request.params.report]?.());
});

listen(app);
