import { insertCompany } from '../../api/company.ts';
import { withDatabaseClient } from '../../process/database-client.ts';
import { expectStatus, type FairnessCase, paced, perSecondOfKey } from '../fairness-case.ts';

const keys = 990;
const body = `{${Array.from({ length: keys }, (_, index) => `"${index}":1`)}}`;

export const manyProblems: FairnessCase = {
  name: `sends objects of ${keys} unknown keys`,
  async prepare({ url, databaseUrl }) {
    const { apiKey } = await withDatabaseClient({ connectionString: databaseUrl }, insertCompany);
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const send = () => expectStatus([400, 429], `${url}/v1/customers`, { method: 'POST', headers, body });
    return (signal) => paced(perSecondOfKey, signal, send);
  },
};
