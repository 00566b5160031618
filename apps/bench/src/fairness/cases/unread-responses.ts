import { once } from 'node:events';
import { connect } from 'node:net';
import { largest, offerBody } from '../../offers/bodies.ts';
import { createOfferCompany } from '../../offers/dataset.ts';
import { withDatabaseClient } from '../../process/database-client.ts';
import type { FairnessCase } from '../fairness-case.ts';

const connections = 200;

/** An offer of 20 MB, such as may have been stored before the texts of lines were limited. */
const longTexts = `update offer_line set description = repeat('🌞', 10000) where company_id = $1`;

/** Opens a connection, sends a GET and reads the first bytes of the response only. */
async function requestWithoutReading(url: string, path: string, authorization: string): Promise<() => void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\n\r\n`);
  socket.once('data', () => socket.pause());
  return () => socket.destroy();
}

export const unreadResponses: FairnessCase = {
  name: `requests an offer of 20 MB on ${connections} connections and does not read it`,
  async prepare({ url, databaseUrl }) {
    const company = await createOfferCompany(databaseUrl, url);
    const { companyId, headers } = company;
    const body = JSON.stringify(offerBody(company, largest));
    const response = await fetch(`${url}/v1/offers`, { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(`The offer was not created: ${await response.text()}`);
    const { id } = (await response.json()) as { id: string };
    await withDatabaseClient({ connectionString: databaseUrl }, (client) =>
      client.query(longTexts, [companyId]),
    );
    return async (signal) => {
      const closes = await Promise.all(
        Array.from({ length: connections }, () =>
          requestWithoutReading(url, `/v1/offers/${id}`, headers.authorization ?? ''),
        ),
      );
      if (!signal.aborted) await once(signal, 'abort');
      for (const close of closes) close();
    };
  },
};
