import type { operationTable } from './operation-table.ts';
import type { TableEntry } from './print-table.ts';

/** What a caller needs at run time. It goes into the programs of others, so it is kept apart and small. */
const forCallers = ['method', 'path', 'status', 'readOnly', 'idempotent'] as const;

/** The operation table cut down to what a caller needs. */
export function callTable(operations: ReturnType<typeof operationTable>): TableEntry[] {
  return operations.map(({ value, ...entry }) => ({
    ...entry,
    value: Object.fromEntries(forCallers.map((name) => [name, value[name]])),
  }));
}
