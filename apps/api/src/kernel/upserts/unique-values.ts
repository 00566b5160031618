import type { CompanyQueries } from '@pv-planning/database';
import type { UniqueField } from './upsert-rules.ts';

/** A record that has a value. The id of a new one is set later. */
export interface Holder {
  id: string | null;
}

/** An item that can take unique values, and the record that it changes. */
export interface Claimant extends Holder {
  item: object;
  existing: { record: object } | undefined;
}

interface FieldValues {
  name: string;
  /** value → the form that is compared */
  keys: ReadonlyMap<string, string>;
  /** key → the record that has it */
  holders: Map<string, Holder>;
  givenUp: Set<string>;
}

/** A value that another record has. */
export interface TakenValue {
  field: string;
  holder: Holder;
}

interface Claim {
  /** The claimant then takes none. */
  taken?: TakenValue;
  /** Whether an earlier claimant has given up a value that this one takes. Its record must be written first. */
  isTakenOver: boolean;
}

const textIn = (record: object | undefined, field: string): string | null | undefined =>
  record && Reflect.get(record, field);

/** Tracks the owners of unique values while items are planned one after another. */
export class UniqueValues {
  readonly #fields: readonly FieldValues[];

  constructor(fields: readonly FieldValues[]) {
    this.#fields = fields;
  }

  /** Takes all values that the claimant wants, or none. */
  claim(claimant: Claimant): Claim {
    const wanted = this.#fields.flatMap((field) => {
      const value = textIn(claimant.item, field.name);
      const before = textIn(claimant.existing?.record, field.name);
      if (value === undefined || value === before) return [];
      return { field, key: field.keys.get(value ?? ''), keyBefore: field.keys.get(before ?? '') };
    });
    for (const { field, key = '' } of wanted) {
      const holder = field.holders.get(key);
      if (holder && holder !== claimant) return { taken: { field: field.name, holder }, isTakenOver: false };
    }
    const isTakenOver = wanted.some(({ field, key = '' }) => field.givenUp.has(key));
    for (const { field, key, keyBefore } of wanted) {
      if (keyBefore !== undefined) {
        field.holders.delete(keyBefore);
        field.givenUp.add(keyBefore);
      }
      if (key !== undefined) field.holders.set(key, claimant);
    }
    return { isTakenOver };
  }
}

/** Reads which records have the values of the claimants. */
export async function readUniqueValues(
  db: CompanyQueries,
  unique: Readonly<Record<string, UniqueField>>,
  claimants: readonly Claimant[],
): Promise<UniqueValues> {
  const byId = new Map(claimants.map((claimant) => [claimant.id, claimant]));
  const fields: FieldValues[] = [];
  for (const [name, { keysOf, holders }] of Object.entries(unique)) {
    const found = claimants.flatMap(({ item, existing }) => [
      textIn(item, name),
      textIn(existing?.record, name),
    ]);
    const values = [...new Set(found.filter((value) => typeof value === 'string'))];
    const keys = keysOf && values.length > 0 ? await keysOf(db, values) : values;
    const ids = await holders(db, keys);
    fields.push({
      name,
      keys: new Map(values.map((value, index) => [value, keys[index] ?? value])),
      holders: new Map([...ids].map(([key, id]) => [key, byId.get(id) ?? { id }])),
      givenUp: new Set(),
    });
  }
  return new UniqueValues(fields);
}
