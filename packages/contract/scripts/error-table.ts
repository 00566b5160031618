import type { TableEntry } from './print-table.ts';

/** An entry of errors.yaml. */
export interface ErrorSource {
  status: number;
  meaning: string;
  message: string;
  remedy: string;
  /** The codes of `details`, with their texts. */
  reasons?: Record<string, string>;
}

/** One entry for each error code, with the message template that the server fills. */
export function errorTable(errors: Record<string, ErrorSource>): TableEntry[] {
  return Object.entries(errors).map(([name, { status, message, meaning, remedy, reasons }]) => ({
    name,
    text: meaning,
    value: { status, message, meaning, remedy, ...(reasons && { reasons }) },
  }));
}
