import { readFileSync } from 'node:fs';
import type pg from 'pg';
import type { RecordedRequest, TransactionStatement } from './recorded.ts';

export type Row = Record<string, unknown>;

const camelCase = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the columns that an INSERT or UPDATE writes. */
function writtenColumns(text: string): string[] {
  const [, inserted] = /^insert into "\w+" \(([^)]*)\)/.exec(text) ?? [];
  const [, updated] = /^update "\w+" set (.*?) where/.exec(text) ?? [];
  const names = [...(inserted ?? updated ?? '').matchAll(/"(\w+)"/g)];
  return names.map(([, column]) => camelCase(String(column)));
}

/** A prepared statement, as recorded. */
export interface Prepared {
  text: string;
  /** The columns that it writes, in the order of its values. */
  written: readonly string[];
  recorded: readonly unknown[];
  /** Runs the statement, by default with the recorded values. Rows have properties in camelCase. */
  run(client: pg.PoolClient, values?: readonly unknown[]): Promise<Row[]>;
}

let count = 0;

function prepared({ text, values: recorded }: TransactionStatement): Prepared {
  count += 1;
  const name = `y${count}`;
  let properties: string[] | undefined;
  return {
    text,
    written: writtenColumns(text),
    recorded,
    async run(client, values = recorded) {
      if (values.length === 0) {
        await client.query(text);
        return [];
      }
      const config: pg.QueryArrayConfig<unknown[]> = { name, text, values: [...values], rowMode: 'array' };
      const { rows, fields } = await client.query<unknown[]>(config);
      properties ??= fields.map((field) => camelCase(field.name));
      const known: readonly string[] = properties;
      return rows.map((row) => {
        const record: Row = {};
        for (let index = 0; index < known.length; index += 1) record[String(known[index])] = row[index];
        return record;
      });
    },
  };
}

/** The statements of one kind of request, in order, and its response. */
export interface PreparedRequest {
  statements: readonly Prepared[];
  response: Readonly<Record<string, unknown>>;
}

/** Reads recorded requests from a file. */
export function preparedRequests<Kind extends string>(path: string): Record<Kind, PreparedRequest> {
  const recorded = JSON.parse(readFileSync(path, 'utf8')) as Record<Kind, RecordedRequest>;
  const entries = Object.entries<RecordedRequest>(recorded);
  return Object.fromEntries(
    entries.map(([kind, { statements, response }]) => [
      kind,
      { statements: statements.map(prepared), response },
    ]),
  ) as unknown as Record<Kind, PreparedRequest>;
}

/** The statements of a transaction, which must run in order. */
export interface Sequence {
  /** Runs the first remaining statement that contains a text, after running the statements before it as recorded. */
  next(part: string, values?: (statement: Prepared) => readonly unknown[]): Promise<Row[]>;
  /** Runs the remaining statements as recorded. */
  finish(): Promise<void>;
}

export function inTurn(client: pg.PoolClient, { statements }: PreparedRequest): Sequence {
  const remaining = statements.values();
  return {
    async next(part, values) {
      for (let { value } = remaining.next(); value; { value } = remaining.next()) {
        if (value.text.includes(part)) return value.run(client, values?.(value));
        await value.run(client);
      }
      throw new Error(`The service sends no statement with ${part}, or sends it earlier.`);
    },
    async finish() {
      for (const statement of remaining) await statement.run(client);
    },
  };
}
