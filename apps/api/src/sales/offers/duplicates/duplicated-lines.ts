import { copySource } from '../lines/line-of-request.ts';
import {
  type ArchivedSource,
  type LineProblems,
  lineDetail,
  lineProblems,
  rejectArchived,
} from '../lines/line-problems.ts';
import { applyQuantityRules, withTotals } from '../lines/line-quantities.ts';
import { withoutReferencesTo } from '../lines/line-references.ts';
import type { LineSources } from '../lines/line-sources.ts';
import type { Line } from '../model/line.ts';
import { automaticQuantity } from '../pricing/automatic-quantities.ts';

/** How to duplicate the lines of an offer. */
interface Duplication {
  /** The products and services of all lines. */
  sources: LineSources;
  keepPrices: boolean;
  withoutArchived: boolean;
  /** Returns the roof in the project of the new offer. */
  roofOf: (roofId: string) => string;
  /** The time of the new offer. */
  createdAt: string;
}

function sourceOf({ materialId, serviceId }: Line, { products, services }: LineSources) {
  return { product: products.get(materialId ?? ''), service: services.get(serviceId ?? '') };
}

/** Returns the archived product or service of a line, if it has one. */
function archivedSourceOf(line: Line, sources: LineSources): ArchivedSource[] {
  const { product, service } = sourceOf(line, sources);
  if (!(product ?? service)?.archived) return [];
  const code = product ? 'material_archived' : 'service_archived';
  const place = `the line ${line.ref}`;
  const message = `the ${product ? 'product' : 'service'} of ${place} is archived`;
  return [{ code, place, detail: lineDetail(line, code, message) }];
}

/** Returns the lines without those whose product or service is archived. */
function withoutArchivedLines(lines: readonly Line[], sources: LineSources): readonly Line[] {
  return lines
    .filter((line) => archivedSourceOf(line, sources).length > 0)
    .reduce(
      (remaining, { ref }) =>
        remaining.filter((line) => line.ref !== ref).map((line) => withoutReferencesTo(line, ref)),
      lines,
    );
}

/**
 * Reports lines that the present product or service does not allow: missing trackers of strings, modules of a battery, and a
 * quantity with another unit.
 */
function checkSource(fresh: Line, { unit: unitBefore }: Line, problems: LineProblems): void {
  const { ref, strings, moduleCount, product, unit, quantityIsAutomatic } = fresh;
  const { mppTrackers, maxModules } = product ?? {};
  const report = (message: string) =>
    problems.invalid('/keepPrices', 'product', `must be true, because ${message} in the catalog`);
  const usedTracker = Math.max(0, ...(strings ?? []).map(({ mppTracker }) => mppTracker));
  if (Array.isArray(mppTrackers) && usedTracker > mppTrackers.length)
    report(
      `the strings of ${ref} use tracker ${usedTracker}, but its product has ${mppTrackers.length} trackers`,
    );
  if (typeof maxModules === 'number' && (moduleCount ?? 0) > maxModules)
    report(`${ref} has ${moduleCount} modules, but its product has up to ${maxModules}`);
  const isRecalculated = quantityIsAutomatic && automaticQuantity(fresh, []) !== undefined;
  if (unit !== unitBefore && !isRecalculated)
    report(`the quantity of ${ref} is in the unit ${unitBefore}, but its unit is ${unit}`);
}

/** Returns a line as if its product or service were added now, with the quantity, strings and layout of the line. */
function freshLine(line: Line, sources: LineSources, problems: LineProblems): Line {
  const { product, service } = sourceOf(line, sources);
  if (!product && !service) return line;
  const { lineGroup, materialId, serviceId } = line;
  const price = product ? product.sellingPrice : (service?.price ?? null);
  const vatRate = product?.vatRate ?? service?.vatRate ?? null;
  const source = { ...(materialId && { materialId }), ...(serviceId && { serviceId }) };
  const fresh: Line = {
    ...line,
    ...copySource(lineGroup, source, sources),
    price: price ?? 0,
    vatRate,
    priceFromCatalog: price !== null,
    purchasePriceFromCatalog: true,
    priceMissing: price === null || (lineGroup === 'miscMaterials' ? false : null),
  };
  checkSource(fresh, line, problems);
  return withTotals(fresh, '', problems);
}

/**
 * Returns copies of lines for a new offer, without ids.
 *
 * @throws 400 `invalid_request`, `amount_too_large`
 * @throws 409 `material_archived`, `service_archived`
 */
export function duplicatedLines(lines: readonly Line[], duplication: Duplication): readonly Line[] {
  const { sources, keepPrices, withoutArchived, roofOf, createdAt } = duplication;
  if (!withoutArchived) rejectArchived(lines.flatMap((line) => archivedSourceOf(line, sources)));
  const sold = withoutArchivedLines(lines, sources);
  const problems = lineProblems();
  const copies = sold
    .map((line) => (keepPrices ? line : freshLine(line, sources, problems)))
    .map((line) => ({
      ...line,
      id: '',
      roofId: line.roofId && roofOf(line.roofId),
      createdAt,
      updatedAt: createdAt,
    }));
  problems.throwFirst();
  const isSame = keepPrices && sold === lines;
  const duplicates = isSame ? copies : applyQuantityRules(copies, problems);
  problems.throwFirst();
  return duplicates;
}
