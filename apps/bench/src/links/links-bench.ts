import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { apiMain, productionEnvironment } from '../api/programs.ts';
import type { Effort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { median } from '../measure/statistics.ts';
import { createOfferCompany } from '../offers/dataset.ts';
import { startPostgres } from '../process/postgres.ts';
import { atRest, startServer } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { createLinkedOffer } from './offer-links.ts';

/** Largest difference between the medians of two kinds of links. */
const maxDifference = 0.05;

const noTokens = {
  foreign: 'belongs to another company',
  changed: 'has one digit changed',
} as const;

/** Creates tokens that the service has not made. */
async function madeUpTokens(url: string, databaseUrl: string) {
  const company = await createOfferCompany(databaseUrl, url);
  const other = await createOfferCompany(databaseUrl, url);
  const { id, token } = await createLinkedOffer(url, company);
  const ofRecord = token.slice(company.companyId.length);
  const otherDigit = token.endsWith('0') ? '1' : '0';
  return {
    unknown: `${company.companyId}.${id}.1.${randomBytes(16).toString('hex')}`,
    foreign: other.companyId + ofRecord,
    changed: token.slice(0, -1) + otherDigit,
  };
}

let addresses = 0;

/** Returns an address that has sent no request yet, because requests are limited by address. */
function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/**
 * Compares the times of responses to made-up links, which must not tell how much of the MAC is right. Links that were replaced or have
 * ended are looked up, which takes longer; whoever has one knows that it existed.
 */
export async function linksBench({ links }: Effort): Promise<Figure[]> {
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    try {
      await postgres.createDatabase();
      const server = await startServer({
        script: apiMain,
        core: 'server',
        env: {
          ...productionEnvironment(`${directory}/service`),
          DATABASE_URL: postgres.url,
          TRUST_PROXY: '1',
          PUBLIC_URL: 'https://offers.example',
        },
      });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      try {
        const tokens = await madeUpTokens(server.url, postgres.url);
        await atRest(server);
        const timeOf = (token: string) => async () => {
          const begun = performance.now();
          const headers = { 'X-Forwarded-For': newAddress() };
          const request = get(`${server.url}/pages/v1/offers/${token}`, { agent, headers });
          const [response] = (await once(request, 'response')) as [IncomingMessage];
          response.resume();
          await once(response, 'end');
          const micros = (performance.now() - begun) * 1000;
          if (response.statusCode !== 404)
            throw new Error(`A link that opens nothing got a response with status ${response.statusCode}.`);
          return micros;
        };
        const { unknown, ...others } = tokens;
        const contestants = Object.fromEntries(
          Object.entries(others).map(([kind, token]) => [kind, timeOf(token)]),
        ) as Record<keyof typeof others, () => Promise<number>>;
        // The first rounds compile the code of the server.
        await interleave({ rounds: 50, seconds: 5 }, contestants);
        const {
          unknownAgain,
          unknown: yardstick,
          ...readings
        } = await interleave(links, {
          ...contestants,
          unknown: timeOf(unknown),
          unknownAgain: timeOf(unknown),
        });
        return Object.entries(readings).map(([kind, ours]) =>
          figure(
            {
              name: `links: 404 for a token that ${noTokens[kind as keyof typeof noTokens]}, compared with an unknown one`,
              unit: 'µs',
              better: 'less',
            },
            { ours, yardstick, yardstickAgain: unknownAgain },
            () => ({
              text: `medians within ${maxDifference * 100} %`,
              reached: Math.abs(median(ours) / median(yardstick) - 1) <= maxDifference,
            }),
          ),
        );
      } finally {
        agent.destroy();
        await server.stop();
      }
    } finally {
      await postgres.stop();
    }
  });
}
