import type { StoredLine } from '../model/line.ts';
import { isQuantity, numberOf, withinQuantities } from '../pricing/amounts.ts';
import { quantityByRule } from '../pricing/default-quantities.ts';
import type { LineProblems } from './line-problems.ts';
import type { SourceProduct } from './line-sources.ts';
import { calculated } from './new-line.ts';

/** The line of a product that joins a new offer by itself. Its quantity is still to follow the rule of the product. */
export function autoAddedLine(
  product: SourceProduct,
  { ref, position, changedAt }: { ref: string; position: number; changedAt: string },
): StoredLine {
  const { quantityRule, defaultQuantity } = product.data;
  return {
    id: '',
    lineGroup: 'miscMaterials',
    ref,
    position,
    name: product.name,
    description: product.description,
    unit: product.unit,
    quantity: 0,
    price: product.sellingPrice ?? 0,
    totalPrice: 0,
    vatRate: product.sellingVatRate ?? product.vatRate,
    purchasePrice: product.purchasePrice,
    materialId: product.id,
    materialType: product.materialType,
    articleNumber: product.articleNumber,
    manufacturerName: product.manufacturerName,
    product: { quantityRule, defaultQuantity },
    serviceId: null,
    roofId: null,
    orientation: null,
    rows: null,
    columns: null,
    offsetX: null,
    offsetY: null,
    strings: null,
    active: null,
    moduleCount: null,
    coupling: null,
    targetRef: null,
    autoAdded: true,
    followsRule: true,
    priceMissing: product.sellingPrice === null,
    powerKw: null,
    capacityKwh: null,
    createdAt: changedAt,
    updatedAt: changedAt,
  };
}

/** Gives the automatically added lines the quantities of their rules, unless the caller has set them. */
export function followingRules(lines: readonly StoredLine[], problems: LineProblems): StoredLine[] {
  return lines.map((line) => {
    if (!line.followsRule || !line.product) return line;
    const quantity = quantityByRule(line.product, lines);
    if (!isQuantity(quantity)) {
      problems.tooLarge('', line.ref, `the quantity of ${line.ref} ${withinQuantities}`);
      return line;
    }
    return calculated({ ...line, quantity: numberOf(quantity) }, '', problems);
  });
}
