import pg from 'pg';
import { propertyName } from './names.ts';
import { types } from './type-parsers.ts';

/** What PostgreSQL says of a column before the rows come, as far as it matters here. */
interface Column {
  name: string;
  dataTypeID: number;
}

type Row = Record<string, unknown>;

/** How a statement's rows are read. */
export interface RowReader {
  columns: readonly Column[];
  properties: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  /** To copy: copies share its shape, and are filled much faster than grown. */
  empty: Row;
}

function rowReader(columns: readonly Column[]): RowReader {
  const properties = columns.map(({ name }) => propertyName(name));
  return {
    columns,
    properties,
    parsers: columns.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text')),
    empty: Object.fromEntries(properties.map((property) => [property, null])),
  };
}

/** A statement's columns can change with a migration while other connections still know the earlier ones. */
function reads(reader: RowReader, columns: readonly Column[]): boolean {
  return (
    reader.columns.length === columns.length &&
    columns.every(({ name, dataTypeID }, index) => {
      const known = reader.columns[index];
      return known?.name === name && known.dataTypeID === dataTypeID;
    })
  );
}

function rowOf(values: readonly (string | null)[], { properties, parsers, empty }: RowReader): Row {
  const row = { ...empty };
  for (let index = 0; index < properties.length; index += 1) {
    const text = values[index];
    const property = properties[index];
    const parse = parsers[index];
    if (typeof text === 'string' && property !== undefined && parse) row[property] = parse(text);
  }
  return row;
}

/** A statement prepared under a name, and what is worked out for it once, and not with each of its results. */
export interface PreparedStatement {
  name: string;
  reader?: RowReader;
}

interface Outcome {
  rows: Row[];
  /** What a parser threw. */
  error: Error | null;
}

interface StatementQueryConfig {
  text: string;
  values: unknown[];
  prepared: PreparedStatement | undefined;
}

/**
 * One execution of a statement whose rows come under camelCase names. `pg` would look up names and parsers of all columns
 * anew with every result, which costs a small read more than anything else it does.
 */
export class StatementQuery extends pg.Query {
  readonly #prepared: PreparedStatement | undefined;
  readonly #outcome: Outcome;
  #reader = rowReader([]);

  constructor(
    { text, values, prepared }: StatementQueryConfig,
    settle: (error: Error | null, result: pg.QueryResult<Row>) => void,
  ) {
    const outcome: Outcome = { rows: [], error: null };
    super({ text, values, ...(prepared && { name: prepared.name }) }, (error, result) => {
      if (!error) result.rows = outcome.rows;
      settle(error ?? outcome.error, result);
    });
    this.#prepared = prepared;
    this.#outcome = outcome;
  }

  /** Called by `pg`, like `handleDataRow`, as part of what it asks of any query. */
  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    const known = this.#prepared?.reader;
    this.#reader = known && reads(known, fields) ? known : rowReader(fields);
    if (this.#prepared) this.#prepared.reader = this.#reader;
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#outcome.rows.push(rowOf(fields, this.#reader));
    } catch (error) {
      // Thrown on, it would end the process instead of this statement.
      this.#outcome.error = error as Error;
    }
  }
}
