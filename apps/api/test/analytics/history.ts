import type {
  CustomerType,
  MaterialGroup,
  MaterialType,
  OfferRequestSource,
  OfferRequestStatus,
  OfferState,
} from '@pv-planning/contract';
import fc from 'fast-check';
import { contract } from '../support/contract-document.ts';

/** The records of a company that are counted in reports. References are indexes into the other lists; decimals are scaled to integers. */
export interface History {
  customers: readonly HistoryCustomer[];
  projects: readonly { customer: number; buildingType: string | null }[];
  products: readonly HistoryProduct[];
  requests: readonly HistoryRequest[];
  offers: readonly HistoryOffer[];
}

/** Site and planner are indexes into the company's sites and planners. */
export interface Assigned {
  site: number | null;
  planner: number | null;
}

export interface HistoryCustomer extends Assigned {
  createdAt: number;
  type: CustomerType;
  address: { country: string; postalCode: string | null; state: string | null } | null;
}

export interface HistoryProduct {
  materialType: MaterialType;
  manufacturer: number | null;
  name: string;
}

export interface HistoryRequest extends Assigned {
  createdAt: number;
  source: OfferRequestSource;
  status: OfferRequestStatus;
  deleted: boolean;
}

export interface HistoryOffer extends Assigned {
  project: number;
  request: number | null;
  state: OfferState;
  createdAt: number;
  publishedAt: number | null;
  acceptedAt: number | null;
  /** When the customer withdrew from the contract. */
  withdrawnAt: number | null;
  declinedAt: number | null;
  isIndicationPrice: boolean | null;
  /** Last day on which an offer can be accepted, long before or after today. */
  validTo: string | null;
  declineReason: string | null;
  netCents: number;
  grossCents: number;
  /** W */
  power: number;
  lines: readonly HistoryLine[];
  deleted: boolean;
}

type LineUnit = NonNullable<MaterialGroup['unit']>;

export interface HistoryLine {
  /** Index of the product; null for a service or an additional cost. */
  product: number | null;
  active: boolean;
  unit: LineUnit;
  /** In thousandths. */
  quantity: number;
  totalCents: number;
  /** Power of modules or inverters in mW. */
  power: number;
  /** Capacity of batteries in Wh. */
  capacity: number;
}

export const manufacturers = ['Öhm Solar', 'Zenit', 'Ohm'];
export const sites = ['Ölper', 'Nordhausen', 'Nordhausen'];
export const planners: readonly [firstName: string, lastName: string][] = [
  ['Lena', 'Vogt'],
  ['Änne', 'Berg'],
  ['Lena', 'Vogt'],
];
export const assignable = 3;

const counts = { customers: 40, projects: 30, products: 12, requests: 40, offers: 60, lines: 6 };

/** Days on which periods begin or end, or that have 23 or 25 hours. */
const oddDays = [
  '2023-12-31',
  '2024-01-01',
  '2024-02-29',
  '2024-03-01',
  '2024-03-31',
  '2024-10-27',
  '2024-12-30',
  '2025-01-01',
  '2025-02-28',
  '2025-03-30',
  '2025-06-30',
  '2025-10-26',
  '2025-12-29',
];

const hour = 3_600_000;
const firstDay = Date.parse('2023-11-15');
const lastDay = Date.parse('2026-02-15');

/** Hours after midnight UTC. Midnight in Germany is one hour earlier in winter and two hours earlier in summer. */
const hours = fc.oneof(fc.constantFrom(-2, -1), fc.integer({ min: -3, max: 25 }));

/** Times around midnight in Germany, and arbitrary times. */
const time = fc.oneof(
  fc
    .tuple(fc.constantFrom(...oddDays), hours, fc.constantFrom(-1, 0, 0, 1))
    .map(([day, hours, milliseconds]) => Date.parse(day) + hours * hour + milliseconds),
  fc.integer({ min: firstDay, max: lastDay }),
);

/** Time between two steps: up to 100 hours, up to 300 days, or a boundary for rounding to tenths of a day. */
const wait = fc.oneof(
  fc.integer({ min: 0, max: 100 * hour }),
  fc.constantFrom(0, 1, 1.2 * hour, 3.6 * hour, 24 * hour),
  fc.integer({ min: 0, max: 300 * 24 * hour }),
);

const enumOf = <Value>(schema: string): Value[] =>
  (contract.components.schemas[schema]?.enum ?? []).filter((value) => value !== null) as Value[];

const anyOf = <Value>(schema: string) => fc.constantFrom(...enumOf<Value>(schema));

const assigned = {
  site: fc.option(fc.nat(assignable - 1)),
  planner: fc.option(fc.nat(assignable - 1)),
};

const customer: fc.Arbitrary<HistoryCustomer> = fc.record({
  ...assigned,
  createdAt: time,
  type: anyOf<CustomerType>('CustomerType'),
  address: fc.option(
    fc.record({
      country: fc.constantFrom('DE', 'DE', 'DE', 'AT'),
      postalCode: fc.constantFrom('01067', '01099', '0106', '99734', '99999', 'D-01067', '٠١٠٦٧', '', null),
      state: fc.constantFrom('Sachsen', 'Thüringen', 'sachsen', null),
    }),
    { freq: 6 },
  ),
});

const product: fc.Arbitrary<HistoryProduct> = fc.record({
  materialType: anyOf<MaterialType>('MaterialType'),
  manufacturer: fc.option(fc.nat(manufacturers.length - 1)),
  name: fc.constantFrom('Ähre', 'Zelle', 'Modul 440', 'Modul 1000', 'modul 440'),
});

const line: fc.Arbitrary<HistoryLine> = fc.record({
  product: fc.option(fc.nat(counts.products - 1), { freq: 5 }),
  active: fc.boolean(),
  unit: fc.oneof(
    { weight: 9, arbitrary: fc.constant<LineUnit>('PIECE') },
    anyOf<LineUnit>('QuantityUnitOrNull'),
  ),
  quantity: fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.constantFrom(0, 1, 22_000)),
  totalCents: fc.oneof(fc.integer({ min: 0, max: 2_000_000 }), fc.constantFrom(1, 99_999_999_999)),
  power: fc.oneof(fc.integer({ min: 0, max: 50_000_000 }), fc.constantFrom(500, 499, 9_680_000)),
  capacity: fc.integer({ min: 0, max: 40_000 }),
});

const deleted = fc.nat(9).map((chance) => chance === 0);

const request: fc.Arbitrary<HistoryRequest> = fc.record({
  ...assigned,
  createdAt: time,
  source: anyOf<OfferRequestSource>('OfferRequestSource'),
  status: anyOf<OfferRequestStatus>('OfferRequestStatus'),
  deleted,
});

/** An offer whose times have not been calculated yet, because they depend on its request. */
const drawnOffer = fc.record({
  ...assigned,
  project: fc.nat(counts.projects - 1),
  request: fc.option(fc.nat(counts.requests - 1), { freq: 4 }),
  state: anyOf<OfferState>('OfferState'),
  isIndicationPrice: fc.constantFrom(true, false, null),
  validTo: fc.constantFrom(null, '2024-01-01', '2999-12-31'),
  declineReason: fc.constantFrom(null, 'Zu teuer', 'Zu teuer', 'zu teuer', 'Anbieter gewechselt'),
  netCents: fc.oneof(fc.integer({ min: -50_000, max: 5_000_000 }), fc.constantFrom(0, 1, 99_999_999_999)),
  grossCents: fc.integer({ min: 0, max: 5_000_000 }),
  power: fc.integer({ min: 0, max: 100_000 }),
  lines: fc.array(line, { maxLength: counts.lines }),
  deleted,
  start: time,
  waits: fc.tuple(wait, wait, wait, wait),
  withdrawn: fc.nat(4).map((chance) => chance === 0),
});

type DrawnOffer = typeof drawnOffer extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Calculates the times of the offer's states. They start at the time of its request or, without one, at an arbitrary time. */
function withTimes(
  { start, waits: [first, second, third, fourth], withdrawn, ...offer }: DrawnOffer,
  requests: readonly HistoryRequest[],
): HistoryOffer {
  const { state } = offer;
  const requested = offer.request === null ? undefined : requests[offer.request];
  const createdAt = requested ? requested.createdAt + first : start;
  const publishedAt = createdAt + second;
  const decidedAt = publishedAt + third;
  return {
    ...offer,
    createdAt,
    publishedAt: state === 'DRAFT' ? null : publishedAt,
    acceptedAt: state === 'ACCEPTED' ? decidedAt : null,
    withdrawnAt: state === 'ACCEPTED' && withdrawn ? decidedAt + fourth : null,
    declinedAt: state === 'DECLINED' ? decidedAt : null,
    declineReason: state === 'DECLINED' ? offer.declineReason : null,
  };
}

const some = <Value>(value: fc.Arbitrary<Value>, maxLength: number, minLength = 0) =>
  fc.array(value, { minLength, maxLength, size: 'max' });

export const history: fc.Arbitrary<History> = fc
  .record({
    customers: some(customer, counts.customers, counts.customers / 2),
    projects: some(
      fc.record({
        customer: fc.nat(counts.customers / 2 - 1),
        buildingType: fc.option(fc.constantFrom('SINGLE_FAMILY', 'COMMERCIAL', 'OTHER')),
      }),
      counts.projects,
      counts.projects,
    ),
    products: some(product, counts.products, counts.products),
    requests: some(request, counts.requests, counts.requests),
    offers: some(drawnOffer, counts.offers),
  })
  .map(({ offers, ...drawn }) => ({ ...drawn, offers: offers.map((one) => withTimes(one, drawn.requests)) }));
