import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import type { ApiError } from '@pv-planning/server-kit';
import { unknownReferences } from '../contract/api-errors.ts';
import { isRecordId, isUuid } from '../identifiers/record-id.ts';

interface Target {
  table:
    | 'customer'
    | 'project'
    | 'site'
    | 'member'
    | 'manufacturer'
    | 'material'
    | 'offerRequest'
    | 'gridOperator'
    | 'contractor';
  isId: (text: string) => boolean;
  /** In error messages. */
  noun: string;
  /** The material type that the product must have. */
  type?: string;
}

/** The kinds of records to which ids in a body can refer. */
const referable = {
  customer: { table: 'customer', isId: isRecordId, noun: 'customer' },
  project: { table: 'project', isId: isRecordId, noun: 'project' },
  offerRequest: { table: 'offerRequest', isId: isRecordId, noun: 'offer request' },
  site: { table: 'site', isId: isRecordId, noun: 'site' },
  member: { table: 'member', isId: isUuid, noun: 'member' },
  gridOperator: { table: 'gridOperator', isId: isRecordId, noun: 'grid operator' },
  contractor: { table: 'contractor', isId: isRecordId, noun: 'electrical contractor' },
  manufacturer: { table: 'manufacturer', isId: isRecordId, noun: 'manufacturer' },
  material: { table: 'material', isId: isRecordId, noun: 'product' },
  inverter: { table: 'material', isId: isRecordId, noun: 'inverter', type: 'inverter' },
  subconstruction: {
    table: 'material',
    isId: isRecordId,
    noun: 'subconstruction',
    type: 'subconstruction',
  },
} as const satisfies Record<string, Target>;

export type Referable = keyof typeof referable;

/** An id in a body, its location (JSON Pointer) and the kind of record to which it must refer. */
export interface Reference {
  path: string;
  kind: Referable;
  id: string;
}

/** Returns a function that collects the references in these fields of an object at `path` (JSON Pointer) in the body. */
export function referencesIn<Fields extends Readonly<Record<string, Referable>>>(fields: Fields) {
  type Body = { readonly [Field in keyof Fields]?: string | null | undefined };
  return (body: Body, path = ''): Reference[] =>
    Object.entries(fields).flatMap(([field, kind]) => {
      const id = body[field];
      return typeof id === 'string' ? [{ path: `${path}/${field}`, kind, id }] : [];
    });
}

type Wanted = { [Kind in Referable]?: string[] };

function existingOf(db: CompanyQueries, kind: Referable, ids: readonly string[]) {
  const { table, type }: Target = referable[kind];
  // The cast is safe: all tables have `id`, and only materials are filtered by type.
  const named = db
    .selectFrom(table as 'material')
    .select(({ cast, val }) => [
      cast<Referable>(val(kind), 'text').as('kind'),
      cast<string>('id', 'text').as('id'),
    ])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))));
  return type === undefined ? named : named.where('materialType', '=', type);
}

const existing = preparedQuery((db, wanted: Wanted) =>
  (Object.keys(wanted) as Referable[])
    .map((kind) => existingOf(db, kind, wanted[kind] ?? []))
    .reduce((one, other) => one.unionAll(other)),
);

function described({ path, kind }: Reference) {
  return { path, message: `refers to no ${referable[kind].noun} of your company` };
}

/** Returns the references that do not refer to records of the caller's company. */
export async function unknownAmong(
  db: CompanyQueries,
  references: readonly Reference[],
): Promise<Reference[]> {
  const possible = references.filter(({ kind, id }) => referable[kind].isId(id));
  const ofKinds = Object.entries(Object.groupBy(possible, ({ kind }) => kind));
  const wanted: Wanted = Object.fromEntries(
    ofKinds.map(([kind, named]) => [kind, named.map(({ id }) => id)]),
  );
  const found = ofKinds.length === 0 ? [] : await existing(db, wanted);
  const known = new Set(found.map(({ kind, id }) => `${kind} ${id}`));
  return references.filter(({ kind, id }) => !known.has(`${kind} ${id.toLowerCase()}`));
}

/** 400 `unknown_reference` with the location of every reference. */
export function unknownError(unknown: readonly Reference[]): ApiError {
  return unknownReferences(unknown.map(described));
}

/**
 * Requires that the ids in a body refer to records of the caller's company.
 *
 * @throws 400 `unknown_reference` with the location of every id that does not refer to such a record
 */
export async function requireReferences(db: CompanyQueries, references: readonly Reference[]): Promise<void> {
  const unknown = await unknownAmong(db, references);
  if (unknown.length > 0) throw unknownError(unknown);
}
