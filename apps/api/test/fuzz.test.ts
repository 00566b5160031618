import { operations } from '@pv-planning/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer, SendOptions } from './support/api-client.ts';
import { pathOf } from './support/api-client.ts';
import { type DrawnRequest, mutatedRequest, validRequest } from './support/request-arbitrary.ts';
import { openTestApi } from './support/test-api.ts';

/** Requests altogether, half of them valid; the seed makes a run repeatable. */
const runs = Number(process.env.FUZZ_RUNS ?? 300);
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101);

const { story } = await openTestApi();
const { api } = story;

const planners = ['0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a', '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6b'];
const sites = ['11', '12'];

function picked<T>(pool: readonly T[], pick: number): T {
  const found = pool[pick % pool.length];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** Records that exist now; made anew when the requests before have deleted them. */
async function existing({ operationId, pick }: DrawnRequest): Promise<Record<string, string>> {
  const { path } = operations[operationId];
  if (path.startsWith('/v1/company/members')) return { id: picked(planners, pick) };
  if (path.startsWith('/v1/company/sites')) return { id: picked(sites, pick) };
  if (path.startsWith('/v1/events')) {
    const { body } = await api.call('listEvents', { query: { limit: 10 } });
    return { id: picked(body.data, pick).id };
  }
  if (path.startsWith('/v1/customers')) return { id: await existingCustomer(pick) };
  if (path.startsWith('/v1/manufacturers')) return { id: await existingManufacturer(pick) };
  if (path.startsWith('/v1/services')) return { id: await existingService(pick) };
  const { body } = await api.call('createProject', {
    body: {
      customerId: await existingCustomer(pick),
      roofs: [{ name: 'Dach', roofType: 'FLAT', azimuth: 10, tilt: 0 }],
    },
  });
  return { id: body.id, roofId: String(body.roofs[0]?.id) };
}

async function existingCustomer(pick: number): Promise<string> {
  const { body } = await api.call('listCustomers', { query: { limit: 20 } });
  if (body.data.length > 2) return picked(body.data, pick).id;
  return (await api.call('createCustomer', { body: { lastName: 'Vogel' } })).body.id;
}

async function existingManufacturer(pick: number): Promise<string> {
  const { body } = await api.call('listManufacturers', { query: { limit: 20 } });
  if (body.data.length > 2) return picked(body.data, pick).id;
  return (await api.call('createManufacturer', { body: { name: `Sonnkraft ${pick}` } })).body.id;
}

async function existingService(pick: number): Promise<string> {
  const { body } = await api.call('listServices', { query: { limit: 20 } });
  if (body.data.length > 2) return picked(body.data, pick).id;
  return (await api.call('createService', { body: { name: 'Montage', price: 10 } })).body.id;
}

/** The body with ids of records that exist where it names any. */
async function referring(body: unknown, pick: number): Promise<unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const known: Record<string, string> = { plannerId: picked(planners, pick), siteId: picked(sites, pick) };
  if ('customerId' in body) known.customerId = await existingCustomer(pick);
  const named = Object.entries(known).filter(([field]) => field in body && body[field as never] !== null);
  return { ...body, ...Object.fromEntries(named) };
}

async function sent(request: DrawnRequest, ids: Record<string, string>, body: unknown): Promise<Answer> {
  const { operationId, query, headers, rawBody, pathText } = request;
  const params = pathText === undefined ? ids : { id: pathText, roofId: pathText };
  const { method, hasBody } = operations[operationId];
  const options: SendOptions = {
    query,
    headers,
    ...(hasBody && (rawBody === undefined ? { body } : { rawBody })),
  };
  return api.send(method, pathOf(operationId, params), options);
}

const settings = { seed, numRuns: Math.ceil(runs / 2), endOnFailure: true };
const timeout = 30_000 + runs * 100;

test(
  'valid requests succeed, all but those that break a rule about several fields',
  async () => {
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(validRequest, async (request) => {
      const body = await referring(request.body, request.pick);
      const { status } = await sent(request, await existing(request), body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    await fc.assert(property, settings);
    const counted = [...statuses].sort(([a], [b]) => a - b);
    const successes = counted.reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
    const share = successes / settings.numRuns;
    console.log(
      `fuzz: ${(share * 100).toFixed(1)} % of ${settings.numRuns} valid requests succeeded (${counted.map(([status, count]) => `${status}: ${count}`).join(', ')})`,
    );
    expect(share).toBeGreaterThanOrEqual(0.8);
  },
  timeout,
);

test(
  'mutated requests are answered as the contract says',
  async () => {
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(mutatedRequest, async (request) => {
      const { status } = await sent(request, await existing(request), request.body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    await fc.assert(property, settings);
    console.log(
      `fuzz: ${settings.numRuns} mutated requests (${[...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ')})`,
    );
    expect(statuses.get(400)).toBeGreaterThan(0);
  },
  timeout,
);
