import { partialDeepStrictEqual } from 'node:assert';
import { type Figure, paceFigures } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { type RequestKind, startLoadGenerator } from '../process/load.ts';
import { startPostgres } from '../process/postgres.ts';
import { type Server, startServer, startService } from '../process/server.ts';
import { addPausedEndpoint, createCompany } from '../records/company.ts';
import { customerRequests } from './customer-requests.ts';

const minRatio = 0.6;

const normal = { rounds: 8, seconds: 18, burstSeconds: 0.7, warmUpSeconds: 3 };
const quickly = { rounds: 3, seconds: 5, burstSeconds: 0.3, warmUpSeconds: 0.4 };

export const yardstickServer = new URL('yardstick-server.ts', import.meta.url);

/** Measures four operations on customers through the whole stack, compared with a hand-written server. */
export async function apiBench(quick: boolean): Promise<Figure[]> {
  const { warmUpSeconds, burstSeconds, ...extent } = quick ? quickly : normal;
  await using postgres = await startPostgres();
  await using load = await startLoadGenerator();
  await using ours = await startService(postgres);
  const companies = { read: await createCompany(postgres), written: await createCompany(postgres) };
  await addPausedEndpoint(postgres, companies.written);
  const kinds = await customerRequests(ours.url, companies);
  await postgres.sql('analyze');
  const startYardstick = () => startServer({ script: yardstickServer, env: { DATABASE_URL: postgres.url } });
  await using yardstick = await startYardstick();
  await using yardstickAgain = await startYardstick();

  const figures: Figure[] = [];
  for (const [name, kind] of Object.entries(kinds)) {
    await requireSameResponses(ours, yardstick, kind);
    for (const server of [ours, yardstick, yardstickAgain])
      await load.run(server, postgres, kind, warmUpSeconds);
    const reading = (server: Server) => () => load.run(server, postgres, kind, burstSeconds);
    const readings = await interleave(extent, {
      ours: reading(ours),
      yardstick: reading(yardstick),
      yardstickAgain: reading(yardstickAgain),
    });
    figures.push(...paceFigures({ name: `api: ${name}`, unit: 'requests/s' }, readings, minRatio));
  }
  return figures;
}

/** Fields that always differ between two writes. */
const uniqueFields = ['id', 'phone', 'createdAt', 'updatedAt'];

async function responseOf({ url, pid }: Server, { method, requests: [first], body }: RequestKind) {
  const numbered = body?.replace('{n}', String(pid));
  const headers = first?.headers ?? {};
  const response = await fetch(`${url}${first?.path}`, {
    method,
    headers,
    ...(numbered && { body: numbered }),
  });
  const text = await response.text();
  const isUnique = (field: string) => method !== 'GET' && uniqueFields.includes(field);
  const content = JSON.parse(text, (field, value) => (isUnique(field) ? typeof value : value));
  return { length: text.length, compared: { status: response.status, content } };
}

/**
 * Requires that the yardstick's response is the service's, because otherwise they cannot be compared. It may lack a few fields that
 * the service has got since.
 */
async function requireSameResponses(ours: Server, yardstick: Server, kind: RequestKind): Promise<void> {
  const [expected, actual] = [await responseOf(ours, kind), await responseOf(yardstick, kind)];
  const what = `The yardstick responds differently to ${kind.method} ${kind.requests[0]?.path}`;
  partialDeepStrictEqual(expected.compared, actual.compared, what);
  if (actual.length < 0.9 * expected.length)
    throw new Error(`${what}: with ${actual.length} bytes instead of ${expected.length}.`);
}
