import type { PriceListImport, PriceListResult, PriceListSummary, RowResult } from '@pv-planning/contract';
import type { ResourceHandlers } from '../../kernel/handler-context.ts';
import { requireOnePerSite } from '../../kernel/references/one-per-site.ts';
import { requireReferences } from '../../kernel/references/references.ts';
import { type AppliedPlan, applyPlan } from './apply-plan.ts';
import { lockImports } from './import-lock.ts';
import { readCatalog } from './match/read-catalog.ts';
import type { Plan, PlanOptions } from './plan/plan.ts';
import { planImport } from './plan/plan-import.ts';
import { firstErrors } from './plan/row-problems.ts';
import { type PriceList, readList } from './read-list.ts';

function optionsOf(body: PriceListImport): PlanOptions {
  const { supplier, defaultMaterialType, createManufacturers, markup } = body;
  return {
    supplier: supplier ?? null,
    defaultMaterialType,
    createManufacturers: createManufacturers ?? true,
    markup: markup ?? [],
  };
}

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
function priceListResult(
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

export const priceListHandlers = {
  async importPriceList({ body, signal }, { db, raiseAll }) {
    const { dryRun = false, allOrNothing = false } = body;
    const options = optionsOf(body);
    const { supplier, markup } = options;
    requireOnePerSite(markup, { path: '/markup', what: 'a mark-up' });
    const list = await readList(body, signal);
    await requireReferences(
      db,
      markup.map(({ siteId }, index) => ({ path: `/markup/${index}/siteId`, kind: 'site', id: siteId })),
    );
    if (!dryRun) await lockImports(db);
    const rows = list.items.filter((item) => item.kind === 'row');
    const catalog = await readCatalog(db, rows, { supplier, markup, lock: !dryRun });
    const plan = await planImport(list.items, catalog, options, signal);
    const isFaultless =
      list.unreadable.length === 0 && plan.results.every(({ status }) => status !== 'FAILED');
    const shouldApply = !dryRun && (isFaultless || !allOrNothing);
    const applied = shouldApply ? await applyPlan(plan, { db, raiseAll }) : undefined;
    return { status: 200, body: priceListResult(list, plan, applied) };
  },
} satisfies ResourceHandlers;
