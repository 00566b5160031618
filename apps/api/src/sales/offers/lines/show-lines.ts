import type { OfferListItem } from '@pv-planning/contract';
import { emptyData } from '../../../catalog/materials/material-data.ts';
import type { Line } from '../model/line.ts';
import { type LineGroup, lineGroups, type ShownLine, shownFields } from '../model/line-groups.ts';
import { appliedVatRates } from '../pricing/vat-rules.ts';

type FieldOf<Shown> = Shown extends unknown ? keyof Shown : never;

type ComputedField = Exclude<FieldOf<ShownLine>, keyof Line>;

/** The fields without a column of the same name. */
const computed: Readonly<Record<ComputedField, (line: Line, appliedVatRate: number | null) => unknown>> = {
  appliedVatRate: (_line, appliedVatRate) => appliedVatRate,
  inverterRef: ({ targetRef }) => targetRef,
  forRef: ({ targetRef }) => targetRef,
};

const isComputed = (field: string): field is ComputedField => Object.hasOwn(computed, field);

/** Adds the fields that the contract gained after the product was copied. */
function withNewFields(group: LineGroup, { product }: Line): Line['product'] {
  const { materialType } = lineGroups[group];
  return product && materialType ? { ...emptyData(materialType), model: null, ...product } : product;
}

/** Returns a function that converts lines of a group to their representation in the contract. */
export function shownLine<Group extends LineGroup>(
  group: Group,
  settings: Pick<OfferListItem, 'vatMode' | 'createdAt'>,
): (line: Line) => ShownLine<Group> {
  const appliedVatRate = appliedVatRates(settings);
  return (line) => {
    const shown = shownFields[group].map((field) => [
      field,
      isComputed(field)
        ? computed[field](line, line.vatRate === null ? null : appliedVatRate(line.vatRate))
        : field === 'product'
          ? withNewFields(group, line)
          : line[field as keyof Line],
    ]);
    // The contract's schema of the group determines the fields.
    return Object.fromEntries(shown) as ShownLine<Group>;
  };
}
