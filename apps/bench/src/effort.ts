import type { Extent } from './measure/interleave.ts';

/** Repeated work of one kind with a time limit. */
export type Bursts = Extent & { burstSeconds: number; warmUpSeconds: number };

/** Sizes and durations of a run. */
export interface Effort {
  /** Effort for each operation in `api`, and for `paths`. */
  bursts: Bursts;
  /** Effort for each way of starting the service. */
  starts: Extent;
  memory: Extent & { restSeconds: number; loadSeconds: number };
  /** `visits` is the number of requests without load, `caseSeconds` the duration of a case. */
  fairness: Extent & { visits: number; caseSeconds: number };
  links: Extent;
  delivery: DeliveryEffort;
  catalog: CatalogEffort;
  analytics: AnalyticsEffort;
  offers: OffersEffort;
  bookings: BookingsEffort;
  payments: PaymentsEffort;
  /** Effort for `documents`: for how long each kind is printed. */
  documents: { seconds: number };
}

/** Effort for `delivery`: numbers of deliveries, and for how long events are raised. */
export interface DeliveryEffort {
  throughput: Extent & { burst: number; warmUp: number };
  fourDispatchers: { deliveries: number };
  latency: { seconds: number };
  throughApi: { seconds: number };
  longQueue: { pending: number; seconds: number };
}

/** Effort for `catalog`: the number of products, the repetitions of searches and imports, and the number of rows of each import. */
export interface CatalogEffort {
  products: number;
  searches: Bursts;
  imports: Extent & { rows: number };
}

/** Numbers of records of one company. */
export interface RecordCounts {
  /** A multiple of 8, the number of product types; at least 16. */
  products: number;
  customers: number;
  requests: number;
  offers: number;
}

/** Effort for `analytics`: the records of the measured company and of others, and the reports. */
export interface AnalyticsEffort {
  company: RecordCounts;
  others: { companies: number; each: RecordCounts };
  bursts: Bursts;
}

/** Effort for `offers`: operations on small offers and on offers of the maximum size, bulk transfers, and lists of a number of offers. */
export interface OffersEffort {
  bursts: Bursts;
  largest: Bursts;
  transfers: Extent;
  lists: OfferListsEffort;
}

/** Effort for `bookings`: creations, and the numbers of lists of slots and of races for one slot. */
export interface BookingsEffort {
  bursts: Bursts;
  slotReads: number;
  races: number;
}

/** Effort for `payments`: rounds with a number of bookings each, and the number of slots that are held. */
export interface PaymentsEffort {
  paid: Extent & { bookings: number };
  holds: number;
}

export interface OfferListsEffort {
  offers: number;
  bursts: Bursts;
}

export const normal: Effort = {
  bursts: { rounds: 8, seconds: 18, burstSeconds: 0.7, warmUpSeconds: 3 },
  starts: { rounds: 5, seconds: 10 },
  memory: { rounds: 1, seconds: 30, restSeconds: 1.5, loadSeconds: 1.5 },
  fairness: { rounds: 5, seconds: 25, visits: 500, caseSeconds: 10 },
  links: { rounds: 1_000, seconds: 60 },
  delivery: {
    throughput: { rounds: 8, seconds: 45, burst: 20_000, warmUp: 20_000 },
    fourDispatchers: { deliveries: 50_000 },
    latency: { seconds: 25 },
    throughApi: { seconds: 10 },
    longQueue: { pending: 1_000_000, seconds: 60 },
  },
  catalog: {
    products: 100_000,
    searches: { rounds: 8, seconds: 10, burstSeconds: 0.4, warmUpSeconds: 1 },
    imports: { rounds: 5, seconds: 40, rows: 10_000 },
  },
  analytics: {
    company: { products: 320, customers: 30_000, requests: 50_000, offers: 100_000 },
    others: { companies: 1_000, each: { products: 16, customers: 20, requests: 20, offers: 30 } },
    bursts: { rounds: 5, seconds: 12, burstSeconds: 0.7, warmUpSeconds: 1 },
  },
  offers: {
    bursts: { rounds: 6, seconds: 12, burstSeconds: 0.6, warmUpSeconds: 2 },
    largest: { rounds: 6, seconds: 15, burstSeconds: 1, warmUpSeconds: 2 },
    transfers: { rounds: 6, seconds: 15 },
    lists: {
      offers: 100_000,
      bursts: { rounds: 6, seconds: 8, burstSeconds: 0.4, warmUpSeconds: 1 },
    },
  },
  bookings: {
    bursts: { rounds: 8, seconds: 18, burstSeconds: 0.7, warmUpSeconds: 3 },
    slotReads: 100,
    races: 100,
  },
  payments: { paid: { rounds: 6, seconds: 30, bookings: 200 }, holds: 10_000 },
  documents: { seconds: 8 },
};

export const quick: Effort = {
  bursts: { rounds: 3, seconds: 5, burstSeconds: 0.3, warmUpSeconds: 0.4 },
  starts: { rounds: 1, seconds: 1 },
  memory: { rounds: 1, seconds: 1, restSeconds: 0.5, loadSeconds: 0.8 },
  fairness: { rounds: 1, seconds: 1, visits: 300, caseSeconds: 4 },
  links: { rounds: 200, seconds: 10 },
  delivery: {
    throughput: { rounds: 2, seconds: 5, burst: 1_500, warmUp: 2_000 },
    fourDispatchers: { deliveries: 3_000 },
    latency: { seconds: 3 },
    throughApi: { seconds: 2 },
    longQueue: { pending: 30_000, seconds: 4 },
  },
  catalog: {
    products: 10_000,
    searches: { rounds: 3, seconds: 3, burstSeconds: 0.3, warmUpSeconds: 0.4 },
    imports: { rounds: 3, seconds: 6, rows: 2_000 },
  },
  analytics: {
    company: { products: 320, customers: 3_000, requests: 5_000, offers: 10_000 },
    others: { companies: 100, each: { products: 16, customers: 20, requests: 20, offers: 30 } },
    bursts: { rounds: 2, seconds: 1, burstSeconds: 0.1, warmUpSeconds: 0.1 },
  },
  offers: {
    bursts: { rounds: 3, seconds: 3, burstSeconds: 0.6, warmUpSeconds: 1.5 },
    largest: { rounds: 3, seconds: 3, burstSeconds: 1, warmUpSeconds: 1.5 },
    transfers: { rounds: 3, seconds: 5 },
    lists: { offers: 10_000, bursts: { rounds: 3, seconds: 2, burstSeconds: 0.2, warmUpSeconds: 0.3 } },
  },
  bookings: {
    bursts: { rounds: 3, seconds: 5, burstSeconds: 0.3, warmUpSeconds: 1 },
    slotReads: 20,
    races: 20,
  },
  payments: { paid: { rounds: 2, seconds: 5, bookings: 60 }, holds: 1_000 },
  documents: { seconds: 2 },
};
