import { PostgresDialect, PostgresQueryCompiler } from 'kysely';
import { columnName } from './names.ts';

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(columnName(identifier));
  }
}

/**
 * A PostgreSQL dialect with identifiers in camelCase in TypeScript and snake_case in SQL. Converting identifiers during compilation
 * costs less than Kysely's plugin, which copies the statement. `statement-query.ts` converts the columns of result rows back.
 */
export class CamelCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}
