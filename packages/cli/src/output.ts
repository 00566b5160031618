import { inspect } from 'node:util';

/** Prints a record: as JSON for programs, else with colors and without quotation marks of names. */
export function show(data: unknown, json: boolean): void {
  const text = json
    ? JSON.stringify(data, null, 2)
    : inspect(data, { depth: null, colors: process.stdout.isTTY, breakLength: 100, maxArrayLength: null });
  process.stdout.write(`${text}\n`);
}

/** Prints a line of progress: its text, or its fields as JSON. */
export function tell(text: string, fields: object, json: boolean): void {
  process.stdout.write(`${json ? JSON.stringify(fields) : text}\n`);
}
