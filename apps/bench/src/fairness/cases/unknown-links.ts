import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { insertCompany } from '../../api/company.ts';
import { withDatabaseClient } from '../../process/database-client.ts';
import type { FairnessCase } from '../fairness-case.ts';
import { startFlood } from '../flood.ts';

const connections = 2_000;

const expected = ['404', '429'];

export const unknownLinks: FairnessCase = {
  measured: 'a company while a',
  name: `flood of made-up links to offers comes over ${connections} connections, each from its own address and once a second`,
  async prepare({ url, databaseUrl }) {
    const { companyId } = await withDatabaseClient({ connectionString: databaseUrl }, insertCompany);
    const paths = Array.from(
      { length: connections },
      (_, index) => `/pages/v1/offers/${companyId}.${index + 1}.1.${randomBytes(16).toString('hex')}`,
    );
    return async (signal) => {
      const stop = await startFlood({ url, paths });
      if (!signal.aborted) await once(signal, 'abort');
      const statuses = await stop();
      const others = Object.keys(statuses).filter((status) => !expected.includes(status));
      if (others.length > 0 || !('404' in statuses))
        throw new Error(`Made-up links got responses with these statuses: ${JSON.stringify(statuses)}.`);
    };
  },
};
