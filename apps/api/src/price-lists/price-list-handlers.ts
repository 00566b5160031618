import type { PriceListImport } from '@pv-planning/contract';
import type { ResourceHandlers } from '../handler-context.ts';
import { requireOnePerSite } from '../references/one-per-site.ts';
import { requireReferences } from '../references/references.ts';
import { applyPlan } from './apply/apply-plan.ts';
import { lockImports } from './import-lock.ts';
import { readCatalog } from './match/read-catalog.ts';
import type { PlanOptions } from './plan/plan.ts';
import { planImport } from './plan/plan-import.ts';
import { priceListResult } from './price-list-result.ts';
import { readList } from './read-list.ts';

function optionsOf(body: PriceListImport): PlanOptions {
  const { supplier, defaultMaterialType, createManufacturers, markup } = body;
  return {
    supplier: supplier ?? null,
    defaultMaterialType,
    createManufacturers: createManufacturers ?? true,
    markup: markup ?? [],
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
