import { insertCompany } from '../../api/company.ts';
import { withDatabaseClient } from '../../process/database-client.ts';
import { expectStatus, type FairnessCase, paced } from '../fairness-case.ts';

const unknownKeys = 38;
const data = Object.fromEntries(Array.from({ length: unknownKeys }, (_, index) => [`field${index}`, index]));

/** New products with unknown data. */
const rowsWithProblems = Array.from({ length: 10_000 }, (_, index) => ({
  articleNumber: String(index),
  manufacturer: 'Solarwerk',
  name: `Product ${index}`,
  data,
}));

const list = (rows: readonly object[]) =>
  JSON.stringify({ defaultMaterialType: 'pv_module', dryRun: true, rows });

/** Sent in turn: the maximum number of rows with as many problems as possible, and far more rows than an import accepts. */
const bodies = [list(rowsWithProblems), list(Array(200_000).fill({}))];

/** Imports of a company run one after the other. */
const perSecond = 2;

export const priceListRows: FairnessCase = {
  name: `imports price lists of 10,000 rows with ${unknownKeys} unknown keys each, and of 200,000 rows`,
  async prepare({ url, databaseUrl }) {
    const { apiKey } = await withDatabaseClient({ connectionString: databaseUrl }, insertCompany);
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    let sent = 0;
    return (signal) =>
      paced(perSecond, signal, () => {
        const body = bodies[sent % bodies.length] ?? '';
        sent += 1;
        return expectStatus([200, 400, 429], `${url}/v1/materials/price-list-import`, {
          method: 'POST',
          headers,
          body,
        });
      });
  },
};
