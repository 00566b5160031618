import type {
  ConversionAnalytics,
  CustomerAnalytics,
  MaterialAnalytics,
  OfferAnalytics,
  OfferRequestAnalytics,
  Query,
  ReportInterval,
} from '@pv-planning/contract';
import type { Schema } from '../support/contract-document.ts';
import { contract } from '../support/contract-document.ts';
import { type Assigned, type History, type HistoryOffer, manufacturers, planners, sites } from './history.ts';
import type { StoredHistory } from './store-history.ts';

// Calculates the reports record by record, independently of the service's code and database.

/** Caches the results of a function, because every record is evaluated for every period. */
function cached<Given, Found>(find: (given: Given) => Found): (given: Given) => Found {
  const known = new Map<Given, Found>();
  return (given) => {
    const found = known.get(given) ?? find(given);
    known.set(given, found);
    return found;
  };
}

const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' });
const dayIn = cached((time: number) => berlin.format(time));

const moved = (day: string, days: number): string => {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

const weekOf = cached((day: string): string => {
  const weekday = new Date(day).getUTCDay() || 7;
  const thursday = moved(day, 4 - weekday);
  let week = 1;
  for (let other = moved(thursday, -7); other.slice(0, 4) === thursday.slice(0, 4); other = moved(other, -7))
    week += 1;
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, '0')}`;
});

const names: Record<ReportInterval, (day: string) => string> = {
  day: (day) => day,
  week: weekOf,
  month: (day) => day.slice(0, 7),
  quarter: (day) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
  year: (day) => day.slice(0, 4),
};

interface Span {
  from: string;
  to: string;
}

type Period = Span & { period: string };

function daysOf({ from, to }: Span): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = moved(day, 1)) days.push(day);
  return days;
}

function periodsOf(span: Span, interval: ReportInterval): Period[] {
  const periods = Map.groupBy(daysOf(span), names[interval]);
  return [...periods].map(([period, days]) => ({ period, from: days[0] ?? '', to: days.at(-1) ?? '' }));
}

function periodsBefore(span: Span, interval: ReportInterval): Period[] {
  const name = names[interval];
  const periods = periodsOf(span, interval);
  const isWhole = name(moved(span.from, -1)) !== name(span.from) && name(moved(span.to, 1)) !== name(span.to);
  if (!isWhole) {
    const days = daysOf(span).length;
    return periods.map(({ from, to }) => {
      const earlier = { from: moved(from, -days), to: moved(to, -days) };
      return { period: `${earlier.from}/${earlier.to}`, ...earlier };
    });
  }
  const found = new Set<string>();
  let first = span.from;
  for (let day = moved(first, -1); found.add(name(day)).size <= periods.length; day = moved(day, -1))
    first = day;
  return periodsOf({ from: first, to: moved(span.from, -1) }, interval);
}

const lastWeek = (year: string): string => weekOf(`${year}-12-28`);

/** The days with which a day is compared: of the same week and weekday a year earlier, or of the same month and day. */
function daysYearBefore(day: string, byWeek: boolean): string[] {
  const dayOf = (year: number, rest: string) => `${String(year).padStart(4, '0')}-${rest}`;
  if (!byWeek) {
    const [year, rest] = [Number(day.slice(0, 4)) - 1, day.slice(5)];
    const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
    if (rest === '02-29') return [dayOf(year, '02-28')];
    const isLastOfFebruary = moved(day, 1).endsWith('03-01');
    return rest === '02-28' && isLeap && isLastOfFebruary
      ? [dayOf(year, '02-28'), dayOf(year, '02-29')]
      : [dayOf(year, rest)];
  }
  const week = weekOf(day);
  const [year, before] = [week.slice(0, 4), String(Number(week.slice(0, 4)) - 1)];
  const wanted = `${before}${week.slice(4)}`;
  const weekday = new Date(day).getUTCDay();
  const days = daysOf({ from: `${Number(before) - 1}-12-29`, to: `${year}-01-05` });
  const ofWeek = (name: string) => days.filter((other) => weekOf(other) === name);
  const same = ofWeek(wanted > lastWeek(before) ? lastWeek(before) : wanted).filter(
    (other) => new Date(other).getUTCDay() === weekday,
  );
  const isEndOfYear = week === lastWeek(year) && weekday === 0;
  return isEndOfYear && lastWeek(before) > wanted ? [...same, ...ofWeek(lastWeek(before))] : same;
}

function periodsYearBefore(span: Span, interval: ReportInterval): Period[] {
  const name = names[interval];
  return periodsOf(span, interval).map(({ from, to }) => {
    const earlier = {
      from: daysYearBefore(from, interval === 'week')[0] ?? '',
      to: daysYearBefore(to, interval === 'week').at(-1) ?? '',
    };
    const named = [name(earlier.from), name(earlier.to)];
    return { period: named[0] === named[1] ? (named[0] ?? '') : named.join('/'), ...earlier };
  });
}

type AnyQuery = Query<'getOfferRequestAnalytics'>;

function earlierPeriods({ from, to, interval = 'month', compare }: AnyQuery): Period[] {
  if (compare === undefined) return [];
  return (compare === 'year' ? periodsYearBefore : periodsBefore)({ from, to }, interval);
}

/** Returns the whole report. `figuresOf` calculates the figures of a span. */
function reported<Figures>(query: AnyQuery, figuresOf: (span: Span) => Figures) {
  const { from, to, interval = 'month', compare } = query;
  const dataOf = (periods: Period[]) => periods.map((period) => ({ ...period, ...figuresOf(period) }));
  const before = earlierPeriods(query);
  const spanBefore = { from: before[0]?.from ?? '', to: before.at(-1)?.to ?? '' };
  return {
    from,
    to,
    interval,
    timeZone: 'Europe/Berlin' as const,
    data: dataOf(periodsOf({ from, to }, interval)),
    totals: figuresOf({ from, to }),
    previous: compare ? { ...spanBefore, data: dataOf(before), totals: figuresOf(spanBefore) } : null,
  };
}

/** Returns the spans of the report: its own and, if the query compares, the earlier one. */
function spansOf(query: AnyQuery): Span[] {
  const before = earlierPeriods(query);
  const [first, last] = [before[0], before.at(-1)];
  return [query, ...(first && last ? [{ from: first.from, to: last.to }] : [])];
}

const isInAny = (spans: readonly Span[], time: number | null): boolean =>
  spans.some((span) => isIn(span, time));

const isIn = ({ from, to }: Span, time: number | null): boolean =>
  time !== null && from <= dayIn(time) && dayIn(time) <= to;

function isSelected(stored: StoredHistory, { siteId, plannerId }: AnyQuery, record: Assigned): boolean {
  const own = (ids: readonly string[], position: number | null) =>
    position === null ? undefined : ids[position];
  const isSite = siteId === undefined || own(stored.sites, record.site) === siteId;
  const isPlanner =
    plannerId === undefined || own(stored.planners, record.planner) === plannerId.toLowerCase();
  return isSite && isPlanner;
}

const total = (values: readonly number[]): bigint => values.reduce((sum, value) => sum + BigInt(value), 0n);

/** Returns the quotient as a decimal, rounded half away from zero. */
function rounded(dividend: bigint, divisor: bigint, decimals: number): number {
  const scaled = dividend * 10n ** BigInt(decimals);
  const magnitude = scaled < 0n ? -scaled : scaled;
  const quotient = (magnitude * 2n + divisor) / (divisor * 2n);
  return Number(`${scaled < 0n && quotient > 0n ? '-' : ''}${quotient}e-${decimals}`);
}

const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : rounded(BigInt(part), BigInt(whole), 4);

function offerSums(offers: readonly HistoryOffer[]) {
  const net = total(offers.map(({ netCents }) => netCents));
  return {
    count: offers.length,
    netSum: rounded(net, 100n, 2),
    grossSum: rounded(total(offers.map(({ grossCents }) => grossCents)), 100n, 2),
    averageNet: offers.length === 0 ? null : rounded(net, 100n * BigInt(offers.length), 2),
    systemPowerKwpSum: rounded(total(offers.map(({ power }) => power)), 1000n, 3),
  };
}

interface Named {
  key: Key;
  name: string | null;
}

const byNameAndKey = (one: Named, other: Named): number =>
  one.key === null || other.key === null
    ? byKey(one.key, other.key)
    : (one.name ?? '').localeCompare(other.name ?? '', 'de') || byKey(one.key, other.key);

type Grouped = Query<'getConversionAnalytics'>;

/** Returns the group of an offer or a request. @param source that of the request; null without one */
function groupOf({ groupBy }: Grouped, stored: StoredHistory, record: Assigned, source: Key): Named {
  if (groupBy === 'source') return { key: source, name: null };
  const position = groupBy === 'site' ? record.site : record.planner;
  if (position === null) return { key: null, name: null };
  return groupBy === 'site'
    ? { key: stored.sites[position] ?? null, name: sites[position] ?? null }
    : { key: stored.planners[position] ?? null, name: planners[position]?.join(' ') ?? null };
}

function groupsOf(query: Grouped, groups: readonly Named[]): Named[] {
  if (query.groupBy === undefined) return [];
  return [...new Map(groups.map((group) => [group.key, group])).values()].sort(byNameAndKey);
}

const offerTimes = ['createdAt', 'publishedAt', 'orderedAt', 'withdrawnAt', 'declinedAt'] as const;

/** When the customer accepted the offer, unless the customer has withdrawn. */
const orderedAt = ({ acceptedAt, withdrawnAt }: Pick<HistoryOffer, 'acceptedAt' | 'withdrawnAt'>) =>
  withdrawnAt === null ? acceptedAt : null;

function declineReasons(declined: readonly HistoryOffer[]) {
  const counts = [...Map.groupBy(declined, ({ declineReason }) => declineReason)].map(([reason, offers]) => ({
    reason,
    count: offers.length,
  }));
  return counts.sort((one, other) => other.count - one.count || byKey(one.reason, other.reason)).slice(0, 20);
}

export function recountOffers(
  history: History,
  stored: StoredHistory,
  query: Query<'getOfferAnalytics'>,
): OfferAnalytics {
  const offers = history.offers
    .filter((offer) => !offer.deleted && isSelected(stored, query, offer))
    .filter(
      ({ isIndicationPrice }) =>
        query.isIndicationPrice === undefined || (isIndicationPrice ?? false) === query.isIndicationPrice,
    )
    .map((offer) => {
      const request = offer.request === null ? undefined : history.requests[offer.request];
      const source = request && !request.deleted ? request.source : null;
      return { ...offer, orderedAt: orderedAt(offer), group: groupOf(query, stored, offer, source) };
    });
  const spans = spansOf(query);
  const counted = offers.filter((offer) => offerTimes.some((time) => isInAny(spans, offer[time])));
  const groups = groupsOf(
    query,
    counted.map(({ group }) => group),
  );
  const stepsOf = (span: Span, found: typeof offers) => ({
    created: offerSums(found.filter(({ createdAt }) => isIn(span, createdAt))),
    published: offerSums(found.filter(({ publishedAt }) => isIn(span, publishedAt))),
    accepted: offerSums(found.filter(({ orderedAt }) => isIn(span, orderedAt))),
    withdrawn: offerSums(found.filter(({ withdrawnAt }) => isIn(span, withdrawnAt))),
    declined: offerSums(found.filter(({ declinedAt }) => isIn(span, declinedAt))),
  });
  const report = reported(query, (span) => ({
    ...stepsOf(span, offers),
    declineReasons: declineReasons(offers.filter(({ declinedAt }) => isIn(span, declinedAt))),
    groups: groups.map((group) => ({
      ...group,
      ...stepsOf(
        span,
        offers.filter((offer) => offer.group.key === group.key),
      ),
    })),
  }));
  return { ...report, groupBy: query.groupBy ?? null };
}

const enumOf = (schema: string) => (contract.components.schemas[schema] as Schema).enum ?? [];

export function recountOfferRequests(
  history: History,
  stored: StoredHistory,
  query: AnyQuery,
): OfferRequestAnalytics {
  const requests = history.requests.filter(
    (request) => !request.deleted && isSelected(stored, query, request),
  );
  return reported(query, (span) => {
    const created = requests.filter(({ createdAt }) => isIn(span, createdAt));
    return {
      count: created.length,
      bySource: enumOf('OfferRequestSource').map((source) => ({
        source,
        count: created.filter((request) => request.source === source).length,
      })),
      byStatus: enumOf('OfferRequestStatus').map((status) => ({
        status,
        count: created.filter((request) => request.status === status).length,
      })),
    };
  }) as OfferRequestAnalytics;
}

/** Returns the median of durations in milliseconds, converted to days. */
function medianDays(waits: readonly number[]): number | null {
  if (waits.length === 0) return null;
  const sorted = waits.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [low = 0, high = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return rounded(BigInt(low) + BigInt(high), 2n * 86_400_000n, 1);
}

export function recountConversion(
  history: History,
  stored: StoredHistory,
  query: Query<'getConversionAnalytics'>,
): ConversionAnalytics {
  const waitsFor = (index: number, time: (offer: HistoryOffer) => number | null): number[] => {
    const times = history.offers
      .filter(({ request, deleted }) => request === index && !deleted)
      .flatMap((offer) => time(offer) ?? []);
    return times.length === 0 ? [] : [Math.min(...times) - (history.requests[index]?.createdAt ?? 0)];
  };
  const requests = history.requests
    .map((request, index) => ({
      ...request,
      group: groupOf(query, stored, request, request.source),
      toOffer: waitsFor(index, ({ createdAt }) => createdAt),
      toAccept: waitsFor(index, orderedAt),
    }))
    .filter((request) => !request.deleted && isSelected(stored, query, request));
  const direct = history.offers
    .filter((offer) => !offer.deleted && isSelected(stored, query, offer) && orderedAt(offer) !== null)
    .filter(({ request }) => request === null || history.requests[request]?.deleted)
    .map((offer) => ({ ...offer, group: groupOf(query, stored, offer, null) }));
  const spans = spansOf(query);
  const groups = groupsOf(
    query,
    [...requests, ...direct].filter(({ createdAt }) => isInAny(spans, createdAt)).map(({ group }) => group),
  );
  const outcome = (span: Span, isCounted: (group: Named) => boolean) => {
    const isNew = ({ createdAt, group }: { createdAt: number; group: Named }) =>
      isIn(span, createdAt) && isCounted(group);
    const created = requests.filter(isNew);
    const withOffer = created.filter(({ toOffer }) => toOffer.length > 0).length;
    const accepted = created.filter(({ toAccept }) => toAccept.length > 0).length;
    return {
      requests: created.length,
      withOffer,
      accepted,
      requestToOfferRate: ratio(withOffer, created.length),
      offerToAcceptedRate: ratio(accepted, withOffer),
      medianDaysToOffer: medianDays(created.flatMap(({ toOffer }) => toOffer)),
      medianDaysToAccept: medianDays(created.flatMap(({ toAccept }) => toAccept)),
      direct: direct.filter(isNew).length,
    };
  };
  const report = reported(query, (span) => ({
    ...outcome(span, () => true),
    groups: groups.map((group) => ({ ...group, ...outcome(span, ({ key }) => key === group.key) })),
  }));
  return { ...report, groupBy: query.groupBy ?? null };
}

type Key = string | null;

const byKey = (one: Key, other: Key): number => {
  if (one === other) return 0;
  if (one === null) return 1;
  return other === null || one < other ? -1 : 1;
};

export function recountCustomers(
  history: History,
  stored: StoredHistory,
  query: Query<'getCustomerAnalytics'>,
): CustomerAnalytics {
  const { groupBy = 'postalCode', postalDigits = 2 } = query;
  const keysOf = (index: number): Key[] => {
    const { address = null, type } = history.customers[index] ?? {};
    if (groupBy === 'type') return [type ?? null];
    if (groupBy === 'state') return [address?.state ?? null];
    if (groupBy === 'buildingType') {
      const projects = history.projects.filter(({ customer }) => customer === index);
      const types = new Set(projects.map(({ buildingType }) => buildingType));
      return types.size === 0 ? [null] : [...types];
    }
    const isGerman = address?.country === 'DE' && /^[0-9]{5}$/.test(address.postalCode ?? '');
    return [isGerman ? (address?.postalCode?.slice(0, postalDigits) ?? null) : null];
  };
  const customers = history.customers
    .map((customer, index) => ({ ...customer, keys: keysOf(index) }))
    .filter((customer) => isSelected(stored, query, customer));
  const spans = spansOf(query);
  const counted = customers.filter(({ createdAt }) => isInAny(spans, createdAt));
  const keys = [...new Set(counted.flatMap((customer) => customer.keys))].sort(byKey);
  const report = reported(query, (span) => {
    const created = customers.filter(({ createdAt }) => isIn(span, createdAt));
    return {
      count: created.length,
      groups: keys.map((key) => ({
        key,
        count: created.filter((customer) => customer.keys.includes(key)).length,
      })),
    };
  });
  return { ...report, groupBy, postalDigits };
}

const isValid = ({ validTo }: Pick<HistoryOffer, 'validTo'>): boolean =>
  validTo === null || validTo > '2026-01-01';

export function recountMaterials(
  history: History,
  stored: StoredHistory,
  query: Query<'getMaterialAnalytics'>,
): MaterialAnalytics {
  const { groupBy = 'materialType' } = query;
  const groupOfProduct = (position: number) => {
    const product = history.products[position];
    if (!product) throw new Error(`The history has no product ${position}.`);
    const { materialType, manufacturer, name } = product;
    if (groupBy === 'materialType') return { key: materialType as Key, name: null, materialType };
    if (groupBy === 'material') return { key: stored.products[position] ?? null, name, materialType };
    return {
      key: manufacturer === null ? null : (stored.manufacturers[manufacturer] ?? null),
      name: manufacturer === null ? null : (manufacturers[manufacturer] ?? null),
      materialType: null,
    };
  };
  const lines = history.offers
    .filter((offer) => !offer.deleted && isSelected(stored, query, offer))
    .flatMap(({ lines: offered, ...offer }) =>
      offered.flatMap((line) => {
        const { product } = line;
        if (product === null) return [];
        const type = history.products[product]?.materialType;
        if (type === 'battery' && !line.active) return [];
        return [{ ...offer, ...line, type, group: groupOfProduct(product) }];
      }),
    );
  type Line = (typeof lines)[number];
  const counting = {
    sold: (line: Line, span: Span) => line.state === 'ACCEPTED' && isIn(span, orderedAt(line)),
    published: (line: Line, span: Span) =>
      line.state === 'PUBLISHED' && isValid(line) && isIn(span, line.publishedAt),
    drafts: (line: Line, span: Span) => line.state === 'DRAFT' && isIn(span, line.createdAt),
  };
  const always: Span = { from: '0000-01-01', to: '9999-12-31' };
  const spans = spansOf(query);
  const isReported = (line: Line) =>
    counting.published(line, always) ||
    counting.drafts(line, always) ||
    spans.some((span) => counting.sold(line, span));
  const unitsOf = (found: readonly Line[]) => {
    const [unit = null, ...others] = new Set(
      found.filter(({ quantity }) => quantity > 0).map((line) => line.unit),
    );
    return { unit: others.length === 0 ? unit : null, isMixed: others.length > 0 };
  };
  const groups = [...Map.groupBy(lines.filter(isReported), ({ group }) => group.key).values()]
    .map((found) => ({ ...(found[0] as Line).group, unit: unitsOf(found).unit }))
    .sort(byNameAndKey);
  type Kind = keyof typeof counting;
  const linesIn = (kind: Kind, span: Span) => lines.filter((line) => counting[kind](line, span));
  const sums = (counted: readonly Line[]) => {
    const ofType = (type: string) => counted.filter((line) => line.type === type);
    return {
      netSum: rounded(total(counted.map(({ totalCents }) => totalCents)), 100n, 2),
      powerKwp: rounded(total(ofType('pv_module').map((line) => line.power)), 1_000_000n, 3),
      capacityKwh: rounded(total(ofType('battery').map(({ capacity }) => capacity)), 1000n, 3),
    };
  };
  const all = (kind: Kind, span: Span) => sums(linesIn(kind, span));
  const ofGroup = (kind: Kind, span: Span, { key }: { key: Key }) => {
    const counted = linesIn(kind, span).filter(({ group }) => group.key === key);
    const { unit, isMixed } = unitsOf(counted);
    const quantity = rounded(total(counted.map((line) => line.quantity)), 1000n, 3);
    return { ...sums(counted), unit, quantity: isMixed ? null : quantity };
  };
  const report = reported(query, (span) => ({
    sold: all('sold', span),
    published: all('published', span),
    drafts: all('drafts', span),
    groups: groups.map((group) => ({
      ...group,
      sold: ofGroup('sold', span, group),
      published: ofGroup('published', span, group),
      drafts: ofGroup('drafts', span, group),
    })),
  }));
  return {
    ...report,
    groupBy,
    open: {
      published: all('published', always),
      drafts: all('drafts', always),
      groups: groups.map((group) => ({
        ...group,
        published: ofGroup('published', always, group),
        drafts: ofGroup('drafts', always, group),
      })),
    },
  };
}
