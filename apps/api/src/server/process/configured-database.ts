import { type Database, openDatabase, type PoolLimits } from '@pv-planning/database';
import type { Logger } from 'pino';
import { reasonOf } from '../../kernel/settings/reason.ts';
import { type Settings, SettingsError } from '../../kernel/settings/settings.ts';

/**
 * Connects to the server of `DATABASE_URL`, or opens the embedded database in the data directory.
 *
 * @throws {SettingsError} if the database cannot be used
 */
export async function openConfiguredDatabase(
  { databaseUrl, dataDir, preparedStatements }: Settings,
  logger: Logger,
  options: PoolLimits & { signal?: AbortSignal | undefined } = {},
): Promise<Database> {
  try {
    return await openDatabase({
      ...options,
      ...(databaseUrl === undefined ? { dataDir } : { url: databaseUrl }),
      preparedStatements,
      onConnectionLost: (error) => logger.warn({ err: error }, 'database connection lost'),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const reason = reasonOf(error);
    if (databaseUrl === undefined) {
      throw new SettingsError(`The database in DATA_DIR (${dataDir}) cannot be used: ${reason}`, {
        cause: error,
      });
    }
    const hint = /unsupported startup parameter/.test(reason)
      ? '. Set PREPARED_STATEMENTS=off behind a pooler.'
      : '';
    throw new SettingsError(`The database of DATABASE_URL cannot be used: ${reason}${hint}`, {
      cause: error,
    });
  }
}
