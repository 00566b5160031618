import { insertCompanies } from '../../analytics/records.ts';
import { withDatabaseClient } from '../../process/database-client.ts';
import { expectStatus, type FairnessCase, paced, perSecondOfKey } from '../fairness-case.ts';

const records = { products: 64, customers: 2_000, requests: 2_000, offers: 5_000 };

export const largeReports: FairnessCase = {
  name: 'requests reports of 4 MB: materials by day',
  async prepare({ url, administratorUrl }) {
    const company = await withDatabaseClient({ connectionString: administratorUrl }, async (client) => {
      const [created] = await insertCompanies(client, 1, records);
      await client.query('analyze');
      return created;
    });
    const headers = { authorization: `Bearer ${company?.apiKey}` };
    const path = '/v1/analytics/materials?groupBy=material&interval=day&from=2025-01-01&to=2025-10-31';
    return (signal) =>
      paced(perSecondOfKey, signal, () => expectStatus([200, 429, 503], url + path, { headers }));
  },
};
