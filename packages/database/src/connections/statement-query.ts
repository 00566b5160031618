import pg from 'pg';
import { propertyName } from '../names.ts';
import { types } from './type-parsers.ts';

/**
 * Returns the text that `pg` sends for a value. `pg` calls it while it writes the statement: a value that cannot be converted
 * would leave its batch incomplete, and the server would commit the other statements. Returns texts unchanged. The types do not
 * declare it.
 */
const { prepareValue } = Reflect.get(pg, 'utils') as {
  prepareValue(value: unknown): string | Buffer | null;
};

/** The used parts of PostgreSQL's description of a column. */
interface Column {
  name: string;
  dataTypeID: number;
}

type Row = Record<string, unknown>;

/** Reads the rows of a statement. */
export interface RowReader {
  columns: readonly Column[];
  properties: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  /** A template to copy. Filling a copy is much faster than adding properties to an empty object. */
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

/** Whether a reader matches the columns. After a migration, connections see the changed columns at different times. */
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

/** A named prepared statement of a connection with the reader of its rows, which all executions share. */
export interface PreparedStatement {
  name: string;
  /** The names of statements to close when this one is prepared. */
  replaces: readonly string[];
  reader?: RowReader;
}

interface Outcome {
  rows: Row[];
  /** The error of a parser. */
  error: Error | null;
}

/** The used parts of the connection of `pg`. */
interface StatementConnection {
  close(statement: { type: 'S'; name: string }): void;
  /** The texts of named statements that the server knows. */
  parsedStatements: Record<string, string>;
}

interface StatementQueryConfig {
  text: string;
  values: unknown[];
  prepared: PreparedStatement | undefined;
}

/**
 * One execution of a statement, with rows in camelCase. `pg` would look up the names and parsers of all columns for every result,
 * which dominates the cost of a small read.
 */
export class StatementQuery extends pg.Query {
  readonly #prepared: PreparedStatement | undefined;
  readonly #outcome: Outcome;
  #reader = rowReader([]);

  /** Throws if a value cannot be converted to text, such as an object that contains itself. */
  constructor(
    { text, values, prepared }: StatementQueryConfig,
    settle: (error: Error | null, result: pg.QueryResult<Row>) => void,
  ) {
    const outcome: Outcome = { rows: [], error: null };
    super(
      { text, values: values.map(prepareValue), ...(prepared && { name: prepared.name }) },
      (error, result) => {
        if (!error) result.rows = outcome.rows;
        settle(error ?? outcome.error, result);
      },
    );
    this.#prepared = prepared;
    this.#outcome = outcome;
  }

  /** Called by `pg` to send the statement. */
  prepare(connection: StatementConnection): void {
    for (const name of this.#prepared?.replaces ?? []) {
      connection.close({ type: 'S', name });
      delete connection.parsedStatements[name];
    }
    if (this.#prepared) this.#prepared.replaces = [];
    Reflect.get(pg.Query.prototype, 'prepare').call(this, connection);
  }

  /** Called by `pg`, like `handleDataRow`. */
  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    const known = this.#prepared?.reader;
    this.#reader = known && reads(known, fields) ? known : rowReader(fields);
    if (this.#prepared) this.#prepared.reader = this.#reader;
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#outcome.rows.push(rowOf(fields, this.#reader));
    } catch (error) {
      // If thrown here, the error would end the process instead of rejecting the statement.
      this.#outcome.error = error as Error;
    }
  }
}
