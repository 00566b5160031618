import type { RequestKind } from '../process/load.ts';
import { inEachGroup, type LineCounts, largest, offerBody } from './bodies.ts';
import type { OfferCompany } from './dataset.ts';

/** The measured kinds of requests. */
export type Kind = 'create' | 'read' | 'addLine';

/** Offers with a number of lines, and the kinds of requests measured with them. */
export interface OfferSize {
  lines: string;
  counts: LineCounts;
  /** An offer of the maximum size accepts no further line. */
  kinds: readonly Kind[];
  effort: 'bursts' | 'largest';
  /** Number of concurrent requests; lower than usual if each request takes a long time. */
  connections?: number;
}

export const sizes: readonly OfferSize[] = [
  { lines: '30 lines', counts: inEachGroup(3), kinds: ['create', 'read', 'addLine'], effort: 'bursts' },
  { lines: '500 lines', counts: largest, kinds: ['create', 'read'], effort: 'largest', connections: 4 },
];

export const labels: Readonly<Record<Kind, (lines: string) => string>> = {
  create: (lines) => `create one with ${lines}`,
  read: (lines) => `read one with ${lines}`,
  addLine: (lines) => `add a line to ${lines}`,
};

/** @param offerIds used in rotation */
export function requestOf(
  kind: Kind,
  { company, counts, offerIds }: { company: OfferCompany; counts: LineCounts; offerIds: readonly string[] },
): RequestKind {
  const { headers } = company;
  const path = (id: string) => `/v1/offers/${id}`;
  switch (kind) {
    case 'create':
      return {
        method: 'POST',
        headers,
        paths: ['/v1/offers'],
        body: JSON.stringify(offerBody(company, counts)),
      };
    case 'read':
      return { method: 'GET', headers, paths: offerIds.map(path) };
    case 'addLine': {
      const body = JSON.stringify({ name: 'Gerüst', price: 890, vatRate: 0 });
      return { method: 'POST', headers, paths: offerIds.map((id) => `${path(id)}/additional-costs`), body };
    }
  }
}
