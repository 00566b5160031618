import type { TableEntry } from './print-table.ts';

/** An entry of errors.yaml. */
export interface ErrorSource {
  status: number;
  meaning: string;
  message: string;
  remedy: string;
}

/** One entry for each error code, with the message template that the server fills. */
export function errorTable(errors: Record<string, ErrorSource>): TableEntry[] {
  return Object.entries(errors).map(([name, { status, message, meaning, remedy }]) => ({
    name,
    text: meaning,
    value: { status, message, meaning, remedy },
  }));
}
