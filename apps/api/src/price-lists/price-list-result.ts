import type { PriceListResult, PriceListSummary, RowResult } from '@pv-planning/contract';
import type { AppliedPlan } from './apply/apply-plan.ts';
import type { Plan } from './plan/plan.ts';
import { firstErrors } from './plan/row-problems.ts';
import type { PriceList } from './read-list.ts';

const counters = {
  CREATED: 'created',
  UPDATED: 'updated',
  UNCHANGED: 'unchanged',
  SKIPPED: 'skipped',
  FAILED: 'failed',
} as const satisfies Record<RowResult['status'], keyof PriceListSummary>;

function summaryOf(results: readonly RowResult[]): PriceListSummary {
  const summary = { rows: results.length, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  for (const { status } of results) summary[counters[status]] += 1;
  return summary;
}

/** Returns the results of the rows, with the ids of the added products. */
function resultsWithIds({ results, created }: Plan, { productIds }: AppliedPlan): RowResult[] {
  const ids = new Map(created.map(({ index }, nth) => [index, productIds[nth]]));
  return results.map((result, index) => ({ ...result, materialId: ids.get(index) ?? result.materialId }));
}

/** Limits the size of the response. Rows beyond this number of errors report their first one only. */
const maxErrors = 10_000;

function withinErrorLimit(results: readonly RowResult[]): RowResult[] {
  let count = 0;
  return results.map((result) => {
    const errors = firstErrors(result.errors, Math.max(2, maxErrors - count));
    count += errors.length;
    return { ...result, errors };
  });
}

/** Assembles the response. @param applied undefined if the plan was not applied */
export function priceListResult(
  { unreadable, csv }: PriceList,
  plan: Plan,
  applied: AppliedPlan | undefined,
): PriceListResult {
  return {
    applied: applied !== undefined,
    summary: summaryOf(plan.results),
    manufacturers: [...plan.manufacturers].map(([key, name]) => ({
      id: applied?.manufacturerIds.get(key) ?? null,
      name,
    })),
    unreadable: unreadable.map(({ file, line, reason: { code, message } }) => ({
      file,
      line,
      code,
      message,
    })),
    csv: csv.map(({ file, columns }) => ({ file, columns: [...columns] })),
    results: withinErrorLimit(applied ? resultsWithIds(plan, applied) : plan.results),
  };
}
