import { gzipSync } from 'node:zlib';
import { insertCompany } from '../../api/company.ts';
import { withDatabaseClient } from '../../process/database-client.ts';
import { expectStatus, type FairnessCase, paced, perSecondOfKey } from '../fairness-case.ts';

const depth = 60;
const bytes = 1_000_000;
const list = `${'['.repeat(depth)}${']'.repeat(depth)}`;
/** 3 KB compressed. */
const body = new Uint8Array(
  gzipSync(`{"tags":[${Array(Math.floor(bytes / (list.length + 1))).fill(list)}]}`),
);

export const nestedBodies: FairnessCase = {
  name: `sends compressed bodies of lists nested ${depth} deep`,
  async prepare({ url, databaseUrl }) {
    const { apiKey } = await withDatabaseClient({ connectionString: databaseUrl }, insertCompany);
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    };
    const send = () => expectStatus([400, 429], `${url}/v1/customers`, { method: 'POST', headers, body });
    return (signal) => paced(perSecondOfKey, signal, send);
  },
};
