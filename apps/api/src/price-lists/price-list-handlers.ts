import type { PriceListImport } from '@pv-planning/contract';
import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import type { Context } from '../records/context.ts';
import { requireOneASite } from '../records/one-a-site.ts';
import { requireReferences } from '../records/references.ts';
import { carryOut } from './carry-out.ts';
import { readCatalog } from './catalog.ts';
import { planImport } from './plan.ts';
import { readList } from './read-list.ts';
import { summaryOf } from './summary.ts';

type PriceListHandlers = Pick<Handlers<PublicContract, Context>, 'importPriceList'>;

function optionsOf({ supplier, defaultMaterialType, createManufacturers, markup }: PriceListImport) {
  return {
    supplier: supplier ?? null,
    defaultMaterialType,
    createManufacturers: createManufacturers ?? true,
    markup: markup ?? [],
  };
}

export const priceListHandlers: PriceListHandlers = {
  async importPriceList({ body }, { db, raiseAll }) {
    const { dryRun = false, allOrNothing = false } = body;
    const options = optionsOf(body);
    requireOneASite(options.markup, { path: '/markup', what: 'a mark-up' });
    const { items, unreadable, csv } = await readList(body);
    await requireReferences(
      db,
      options.markup.map(({ siteId }, index) => ({
        path: `/markup/${index}/siteId`,
        kind: 'site',
        id: siteId,
      })),
    );
    const rows = items.filter((item) => item.kind === 'row');
    const catalog = await readCatalog(db, rows, { ...options, dryRun });
    const plan = await planImport(items, catalog, options);
    const summary = summaryOf(plan.results);
    const isWhole = summary.failed === 0 && unreadable.length === 0;
    const applied = !dryRun && (isWhole || !allOrNothing);
    const manufacturerIds = applied ? await carryOut(plan, { db, raiseAll }) : new Map<string, string>();
    const manufacturers = [...plan.manufacturers].map(([key, name]) => ({
      id: manufacturerIds.get(key) ?? null,
      name,
    }));
    return {
      status: 200,
      body: {
        applied,
        summary,
        manufacturers,
        unreadable: unreadable.map(({ file, line, reason: { code, message } }) => ({
          file,
          line,
          code,
          message,
        })),
        csv: csv.map(({ file, columns }) => ({ file, columns: [...columns] })),
        results: plan.results,
      },
    };
  },
};
