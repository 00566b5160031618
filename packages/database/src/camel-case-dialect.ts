import { PostgresDialect, PostgresQueryCompiler } from 'kysely';
import { columnName } from './names.ts';

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(columnName(identifier));
  }
}

/**
 * PostgreSQL whose identifiers are camelCase in TypeScript and snake_case in SQL: renaming them as they are written costs
 * less than copying the whole statement before. Rows get their names back where they are read, in `statement-query.ts`.
 */
export class CamelCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}
