import { isStandardRatedProduct } from '../../materials/material-kinds.ts';
import { isStandardRatedService } from '../../services/service-records.ts';
import { type CopiedFields, copiedFields, type ProductData } from '../model/line.ts';
import { type LineGroup, showsProduct } from '../model/line-groups.ts';
import type { LineInput } from '../model/requested-lines.ts';
import { unitOfBasis } from '../pricing/automatic-quantities.ts';
import type { LineSources, SourceProduct } from './line-sources.ts';

const nothingCopied: CopiedFields = {
  name: '',
  description: null,
  unit: 'FLAT',
  purchasePrice: 0,
  materialType: null,
  supplier: null,
  articleNumber: null,
  manufacturerArticleNumber: null,
  gtin: null,
  manufacturerName: null,
  product: null,
  standardRated: false,
};

/** Returns an object with only the given fields. */
function pick<Source, Field extends keyof Source>(
  source: Source,
  fields: readonly Field[],
): Pick<Source, Field> {
  return Object.fromEntries(fields.map((field) => [field, source[field]])) as Pick<Source, Field>;
}

/** Returns the part of the product's data that lines of a group store. */
function dataToCopy(group: LineGroup, { name, data }: SourceProduct): ProductData | null {
  if (showsProduct(group)) return { ...data, model: name };
  if (group !== 'miscMaterials' && group !== 'equipment') return null;
  const { quantityRule, defaultQuantity } = data;
  return { quantityRule, defaultQuantity };
}

/** Returns the fields that a line copies from a product. */
export function copyProduct(group: LineGroup, product: SourceProduct): CopiedFields {
  const unit = group === 'subconstructions' ? unitOfBasis(product.data) : product.unit;
  const standardRated = isStandardRatedProduct(product.materialType, product.data);
  return pick({ ...product, unit, product: dataToCopy(group, product), standardRated }, copiedFields);
}

/** Returns the fields that a line copies from the product or service in its input. */
export function copySource(
  group: LineGroup,
  { materialId = '', serviceId = '' }: LineInput,
  sources: LineSources,
): CopiedFields {
  const product = sources.products.get(materialId);
  if (product) return copyProduct(group, product);
  const service = sources.services.get(serviceId);
  if (!service) return nothingCopied;
  const { name, description, unit, purchasePrice } = service;
  const standardRated = isStandardRatedService(service);
  return { ...nothingCopied, name, description, unit, purchasePrice, standardRated };
}
