import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertCompany } from '../../api/company.ts';
import { withDatabaseClient } from '../../process/database-client.ts';
import { type FairnessCase, paced } from '../fairness-case.ts';

const addresses = 700;

/** On Linux, every address of 127.0.0.0/8 is this machine. */
const addressOf = (index: number) =>
  process.platform === 'linux' ? `127.1.${index >> 8}.${index & 255}` : '127.0.0.1';

export const unknownApiKeys: FairnessCase = {
  name: `client sends made-up API keys of an existing company from ${addresses} addresses, each once a second`,
  async prepare({ url, databaseUrl }) {
    const { companyId } = await withDatabaseClient({ connectionString: databaseUrl }, insertCompany);
    const agent = new Agent({ keepAlive: true });
    const send = async (localAddress: string) => {
      const [random, mac] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
      const authorization = `Bearer pvp_live_${companyId}_${random}_${mac}`;
      const request = get(`${url}/v1/company`, { agent, localAddress, headers: { authorization } });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      if (response.statusCode !== 401)
        throw new Error(`A made-up API key got a response with status ${response.statusCode}.`);
    };
    const sendFrom = async (index: number, signal: AbortSignal) => {
      await sleep((index * 1000) / addresses);
      await paced(1, signal, () => send(addressOf(index)));
    };
    return async (signal) => {
      await Promise.all(Array.from({ length: addresses }, (_, index) => sendFrom(index, signal)));
      agent.destroy();
    };
  },
};
