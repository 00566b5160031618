import { PostgresDialect, type PostgresDialectConfig, PostgresDriver, PostgresQueryCompiler } from 'kysely';
import { isUnreachable } from './connections/unavailable.ts';
import { columnName } from './names.ts';

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(columnName(identifier));
  }
}

/** PostgreSQL rolls back when the connection is lost. An error of ROLLBACK would hide the error of the statement before it. */
class RollbackTolerantDriver extends PostgresDriver {
  override async rollbackTransaction(
    ...connection: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    await super.rollbackTransaction(...connection).catch((error: unknown) => {
      if (!isUnreachable(error)) throw error;
    });
  }
}

/**
 * A PostgreSQL dialect with identifiers in camelCase in TypeScript and snake_case in SQL. Converting identifiers during compilation
 * costs less than Kysely's plugin, which copies the statement. `statement-query.ts` converts the columns of result rows back.
 */
export class CamelCaseDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new RollbackTolerantDriver(this.#config);
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}
