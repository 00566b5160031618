import { insertCompanies } from '../../analytics/records.ts';
import { insertCompanyKey } from '../../api/company.ts';
import { createDataset } from '../../api/dataset.ts';
import { withDatabaseClient } from '../../process/database-client.ts';
import { expectStatus, type FairnessCase, paced, perSecondOfKey, repeated } from '../fairness-case.ts';

const records = { products: 64, customers: 5_000, requests: 10_000, offers: 30_000 };
const concurrent = 6;

/** Another company sends requests, too, so that the measured one has the fewest slots. */
export const concurrentReports: FairnessCase = {
  measured: 'a company while it',
  name: `requests ${concurrent} reports at the same time`,
  async prepare({ url, databaseUrl, administratorUrl }) {
    const company = await withDatabaseClient({ connectionString: administratorUrl }, async (client) => {
      const [created] = await insertCompanies(client, 1, records);
      await client.query('analyze');
      return created;
    });
    if (!company) throw new Error('No company was created.');
    const headersOf = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });
    const { read: other } = await createDataset(databaseUrl);
    const report = `${url}/v1/analytics/materials?groupBy=manufacturer&interval=year&from=2021-01-01&to=2025-12-31`;
    const request = { headers: headersOf(company.apiKey) };
    const otherRequest = { headers: headersOf(other.apiKey) };
    return {
      load: async (signal) => {
        await Promise.all([
          ...Array.from({ length: concurrent }, () =>
            repeated(signal, () => expectStatus([200, 429], report, request)),
          ),
          paced(perSecondOfKey, signal, () => expectStatus([200], `${url}/v1/company`, otherRequest)),
        ]);
      },
      visitor: { url, headers: headersOf(await insertCompanyKey(databaseUrl, company.companyId)) },
    };
  },
};
