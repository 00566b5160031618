import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

/** The names of a statement's columns, and a row to copy: copies share its shape, and are filled much faster than grown. */
interface Shape {
  columns: readonly string[];
  names: readonly string[];
  empty: UnknownRow;
}

/**
 * Gives rows camelCase names, as its parent does, with the names worked out once a statement instead of once a row.
 * Statements it leaves alone: copying the whole statement to rename it costs more than compiling it, so that the
 * compiler below writes the snake_case names.
 */
class CamelCaseRows extends CamelCasePlugin {
  readonly #shapes = new WeakMap<QueryId, Shape>();

  constructor() {
    super({ maintainNestedObjectKeys: true });
  }

  columnOf(name: string): string {
    return this.snakeCase(name);
  }

  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  override async transformResult({
    result,
    queryId,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows;
    if (!first) return result;
    const known = this.#shapes.get(queryId);
    const shape = known && fits(first, known) ? known : this.#shapeOf(first);
    this.#shapes.set(queryId, shape);
    return { ...result, rows: result.rows.map((row) => renamed(row, shape)) };
  }

  #shapeOf(row: UnknownRow): Shape {
    const columns = Object.keys(row);
    const names = columns.map((column) => this.camelCase(column));
    return { columns, names, empty: Object.fromEntries(names.map((name) => [name, null])) };
  }
}

/** Statements that grew out of one share its id: what was worked out for one may not fit another. */
function fits(row: UnknownRow, { columns }: Shape): boolean {
  let index = 0;
  for (const column in row) {
    if (column !== columns[index]) return false;
    index += 1;
  }
  return index === columns.length;
}

/** Rows of a result hold their columns in the same order. */
function renamed(row: UnknownRow, { names, empty }: Shape): UnknownRow {
  const copy = { ...empty };
  let index = 0;
  for (const column in row) {
    copy[names[index] ?? ''] = row[column];
    index += 1;
  }
  return copy;
}

export const camelCaseRows = new CamelCaseRows();

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(camelCaseRows.columnOf(identifier));
  }
}

/** PostgreSQL whose identifiers are camelCase in TypeScript and snake_case in SQL. Goes with `camelCaseRows`. */
export class CamelCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}
