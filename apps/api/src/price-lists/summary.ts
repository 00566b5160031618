import type { PriceListSummary, RowResult } from '@pv-planning/contract';

const counters = {
  CREATED: 'created',
  UPDATED: 'updated',
  UNCHANGED: 'unchanged',
  SKIPPED: 'skipped',
  FAILED: 'failed',
} as const satisfies Record<RowResult['status'], keyof PriceListSummary>;

export function summaryOf(results: readonly RowResult[]): PriceListSummary {
  const summary = { rows: results.length, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  for (const { status } of results) summary[counters[status]] += 1;
  return summary;
}
