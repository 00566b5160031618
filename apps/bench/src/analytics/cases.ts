import { years } from './records.ts';

/** A report with its maximum duration. */
export interface ReportCase {
  name: string;
  path: string;
  maxMilliseconds: number;
  /** Minimum ratio to the hand-written report; 0 where the overhead of a request dominates. */
  minRatio: number;
}

const reports = {
  offers: '/v1/analytics/offers?',
  'offers by site': '/v1/analytics/offers?groupBy=site&',
  'offers by source': '/v1/analytics/offers?groupBy=source&',
  'offer requests': '/v1/analytics/offer-requests?',
  conversion: '/v1/analytics/conversion?',
  'conversion by source': '/v1/analytics/conversion?groupBy=source&',
  'customers by postal code': '/v1/analytics/customers?',
  'customers by building': '/v1/analytics/customers?groupBy=buildingType&',
  'materials by type': '/v1/analytics/materials?',
  'materials by manufacturer': '/v1/analytics/materials?groupBy=manufacturer&',
  'materials by product': '/v1/analytics/materials?groupBy=material&',
};

const spans = [
  {
    name: 'five years by month',
    from: `${years.first}-01-01`,
    to: `${years.last}-12-31`,
    maxMilliseconds: 300,
    minRatio: 0.8,
  },
  {
    name: 'one month',
    from: `${years.last}-03-01`,
    to: `${years.last}-03-31`,
    maxMilliseconds: 50,
    minRatio: 0,
  },
];

export const reportCases: readonly ReportCase[] = spans.flatMap(({ name: span, from, to, ...goal }) =>
  Object.entries(reports).map(([report, path]) => ({
    name: `${report}, ${span}`,
    path: `${path}from=${from}&to=${to}`,
    ...goal,
  })),
);
