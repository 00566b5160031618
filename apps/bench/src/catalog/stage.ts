import { apiMain, productionEnvironment } from '../api/programs.ts';
import { withDatabaseClient } from '../process/database-client.ts';
import { startPostgres } from '../process/postgres.ts';
import { type ServerProcess, startServer } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { insertCatalog } from './products.ts';

/** A service in production mode and companies with many records. */
export interface SearchStage {
  service: ServerProcess;
  /** Environment of a second service on the same database. */
  environment: Record<string, string>;
  databaseUrl: string;
  /** Request headers with an API key of the measured company. */
  headers: Record<string, string>;
}

/** Companies with catalogs. The measured company has `products` products. */
export interface CatalogStage extends SearchStage {
  products: number;
}

/** Number of other companies whose products are in the same tables. */
const otherCompanies = 2;

function insertCatalogs(databaseUrl: string, products: number): Promise<Record<string, string>> {
  return withDatabaseClient({ connectionString: databaseUrl }, async (client) => {
    const { apiKey } = await insertCatalog(client, products);
    for (let other = 0; other < otherCompanies; other += 1) {
      await insertCatalog(client, Math.ceil(products / 4));
    }
    await client.query('vacuum analyze');
    return { authorization: `Bearer ${apiKey}` };
  });
}

export function withCatalog<T>(products: number, work: (stage: CatalogStage) => Promise<T>): Promise<T> {
  const fill = (databaseUrl: string) => insertCatalogs(databaseUrl, products);
  return withRecords(fill, (stage) => work({ ...stage, products }));
}

/** @param fill inserts the records and returns the headers */
export function withRecords<T>(
  fill: (databaseUrl: string) => Promise<Record<string, string>>,
  work: (stage: SearchStage) => Promise<T>,
): Promise<T> {
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    try {
      await postgres.createDatabase();
      const databaseUrl = postgres.url;
      const environment = { ...productionEnvironment(`${directory}/service`), DATABASE_URL: databaseUrl };
      const service = await startServer({ script: apiMain, core: 'server', env: environment });
      try {
        const headers = await fill(databaseUrl);
        return await work({ service, environment, databaseUrl, headers });
      } finally {
        await service.stop();
      }
    } finally {
      await postgres.stop();
    }
  });
}
