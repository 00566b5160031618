import type { OfferCreate } from '@pv-planning/contract';
import { groupNames, type LineGroup } from './line-groups.ts';

type InputOf<Group extends LineGroup> = NonNullable<OfferCreate[Group]>[number];
type AnyInput = Required<{ [Group in LineGroup]: InputOf<Group> }[LineGroup]>;

type FieldOf<Input> = Input extends unknown ? keyof Input : never;
type ValueOf<Input, Field> = Input extends unknown
  ? Field extends keyof Input
    ? Input[Field]
    : never
  : never;

/** A line in a request: the fields of all groups. The contract allows only the fields of its group. */
export type LineInput = { readonly [Field in FieldOf<AnyInput>]?: ValueOf<AnyInput, Field> };

/** A line in a request and its JSON Pointer in the body. */
export interface RequestedLine {
  group: LineGroup;
  path: string;
  input: LineInput;
}

/** The groups of lines in a body. */
export type LinesByGroup = { readonly [Group in LineGroup]?: readonly LineInput[] };

/** Returns the groups that a body contains. */
export function requestedGroups(body: LinesByGroup): LineGroup[] {
  return groupNames.filter((group) => body[group] !== undefined);
}

/** Returns the lines of a body, group by group. @param at JSON Pointer of the object with the groups */
export function requestedLines(body: LinesByGroup, at = ''): RequestedLine[] {
  return groupNames.flatMap((group) =>
    (body[group] ?? []).map((input, index) => ({ group, path: `${at}/${group}/${index}`, input })),
  );
}

/** Returns the fields of a body that are not groups of lines. */
export function withoutLines<Body extends LinesByGroup>(body: Body): Omit<Body, LineGroup> {
  const fields = Object.entries(body).filter(([field]) => !groupNames.some((group) => group === field));
  return Object.fromEntries(fields) as Omit<Body, LineGroup>;
}

/** The lines of a request by their `ref`, including default refs. */
export type RequestedByRef = ReadonlyMap<string, RequestedLine>;
