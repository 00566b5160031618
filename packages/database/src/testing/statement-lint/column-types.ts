import { type ColumnDef, type Node, parseSync } from 'libpg-query';
import { readMigrations } from '../../migrate.ts';
import { lastName, nodesIn } from './syntax-tree.ts';

/** The types of all columns with a given name, such as `timestamptz`; `array` for all arrays. */
export type ColumnTypes = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the types of columns from the migrations. */
export async function readColumnTypes(): Promise<ColumnTypes> {
  const types = new Map<string, Set<string>>();
  for (const { sql } of await readMigrations()) {
    for (const { colname = '', typeName } of nodesIn('ColumnDef', parseSync(sql)) as Generator<ColumnDef>) {
      const type = typeName?.arrayBounds ? 'array' : lastName(typeName?.names);
      types.set(colname, (types.get(colname) ?? new Set()).add(type));
    }
  }
  return types;
}

/** Returns the types that a column can have. Empty for other expressions. */
export function typesOf(node: Node | undefined, columns: ColumnTypes): ReadonlySet<string> {
  if (!node || !('ColumnRef' in node)) return new Set();
  return columns.get(lastName(node.ColumnRef.fields)) ?? new Set();
}
