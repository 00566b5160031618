import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

/**
 * Gives rows camelCase names, as its parent does, with the names worked out once a result instead of once a row.
 * Statements it leaves alone: copying the whole statement to rename it costs more than compiling it, so that the
 * compiler below writes the snake_case names.
 */
class CamelCaseRows extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true });
  }

  columnOf(name: string): string {
    return this.snakeCase(name);
  }

  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first, ...others] = result.rows;
    if (!first) return result;
    const names = Object.keys(first).map((column) => this.camelCase(column));
    const model = renamed(first, names, {});
    // Copies of one object share its shape, which makes filling them several times faster than growing each.
    return { ...result, rows: [model, ...others.map((row) => renamed(row, names, { ...model }))] };
  }
}

/** Rows of a result hold their columns in the same order. */
function renamed(row: UnknownRow, names: readonly string[], copy: UnknownRow): UnknownRow {
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
