import type { OfferStringInput, VatRate } from '@pv-planning/contract';
import { groupNames, type LineGroup } from './line-groups.ts';

/** A line in a request: the fields of all groups. The contract allows each group its own. */
export interface LineInput {
  ref?: string;
  position?: number;
  name?: string;
  description?: string | null;
  quantity?: number;
  price?: number;
  vatRate?: VatRate;
  purchasePrice?: number;
  materialId?: string;
  serviceId?: string;
  roofId?: string;
  orientation?: string | null;
  rows?: number | null;
  columns?: number | null;
  offsetX?: number | null;
  offsetY?: number | null;
  strings?: readonly OfferStringInput[];
  active?: boolean;
  moduleCount?: number | null;
  coupling?: string | null;
  inverterRef?: string | null;
  forRef?: string | null;
}

/** A line in a request and its place in the body (JSON Pointer). */
export interface PlacedInput {
  group: LineGroup;
  path: string;
  input: LineInput;
}

/** The groups of lines in a body. */
export type LinesByGroup = { readonly [Group in LineGroup]?: readonly LineInput[] };

/** Returns the groups that a body contains. */
export function givenGroups(body: LinesByGroup): LineGroup[] {
  return groupNames.filter((group) => body[group] !== undefined);
}

/** Returns the lines of a body, group by group. @param at JSON Pointer of the object with the groups */
export function placedInputs(body: LinesByGroup, at = ''): PlacedInput[] {
  return groupNames.flatMap((group) =>
    (body[group] ?? []).map((input, index) => ({ group, path: `${at}/${group}/${index}`, input })),
  );
}
