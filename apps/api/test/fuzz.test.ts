import { type OperationId, operations, type PriceListResult } from '@pv-planning/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiResponse, SendOptions } from './support/api-client.ts';
import { pathOf } from './support/api-client.ts';
import { operationIds } from './support/contract-document.ts';
import { priceList } from './support/price-list-arbitrary.ts';
import { type DrawnRequest, mutatedRequest, validRequest } from './support/request-arbitrary.ts';
import { referenceableRecords, resourceOf } from './support/resources.ts';
import { openTestApi } from './support/test-api.ts';

/** Total number of requests, half of them valid. The seed makes a run repeatable. */
const runs = Number(process.env.FUZZ_RUNS ?? 300);
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101);

const { exampleCompany } = await openTestApi();
const { api } = exampleCompany;

/** Returns the operations that create the records in a path, parents before parts, with the parameters of their ids. */
function creationsFor(path: string): { creation: OperationId; parameter: string }[] {
  return operationIds.flatMap((creation) => {
    const { method, status, path: collection } = operations[creation];
    const [, parameter] = path.startsWith(`${collection}/{`)
      ? (/^\{(\w+)\}/.exec(path.slice(collection.length + 1)) ?? [])
      : [];
    return method === 'POST' && status === 201 && parameter ? [{ creation, parameter }] : [];
  });
}

/** Creates the records in a request's path that the API can create. Returns their ids; the other ids in the path come from the contract's examples. */
async function createRecordsFor({ operationId }: DrawnRequest): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const { creation, parameter } of creationsFor(operations[operationId].path)) {
    const { body } = (await api.sample(creation, { params: ids })) as ApiResponse<{ id: string }>;
    ids[parameter] = body.id;
  }
  return ids;
}

/** Ids of the example records that a field can reference. No request in this test deletes these records. */
const idsFor = (field: string) => referenceableRecords(field).map(({ id }) => id);

function picked(ids: readonly string[], value: unknown, pick: number): unknown {
  return Array.isArray(value) ? ids.slice(0, 1) : ids[pick % ids.length];
}

/** Replaces the references in a body with ids of existing records, and keeps at most one price per site. */
function withKnownIds(body: unknown, pick: number): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) {
    const members = body.map((member, index) => withKnownIds(member, pick + index));
    return members.some((member) => 'siteId' in Object(member))
      ? members.slice(0, idsFor('siteId').length)
      : members;
  }
  const replaced = Object.entries(body).map(([field, value]) => {
    const ids = idsFor(field);
    const isReference = ids.length > 0 && value !== null;
    return [field, isReference ? picked(ids, value, pick) : withKnownIds(value, pick)];
  });
  return Object.fromEntries(replaced);
}

/** Returns the body with values that also satisfy the rules that span several fields, as far as the generator can know them. */
function consistentBody({ operationId, body, pick }: DrawnRequest): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { consistentValues = {}, testedElsewhere = [] } = resourceOf(operationId);
  const measures = Object.entries(consistentValues).filter(([field]) => field in body);
  const fields = Object.entries(withKnownIds(body, pick) as object).filter(
    ([field]) => !testedElsewhere.includes(field),
  );
  return { ...Object.fromEntries([...fields, ...measures]) };
}

async function sent(request: DrawnRequest, ids: Record<string, string>, body: unknown): Promise<ApiResponse> {
  const { operationId, query, headers, rawBody, pathText } = request;
  const params =
    pathText === undefined ? ids : { id: pathText, roofId: pathText, lineId: pathText, type: pathText };
  const { method, hasBody } = operations[operationId];
  const options: SendOptions = {
    query,
    headers,
    ...(hasBody && (rawBody === undefined ? { body } : { rawBody })),
  };
  return api.send(method, pathOf(operationId, params), options);
}

const settings = { seed, numRuns: Math.ceil(runs / 2), endOnFailure: true };
const timeout = 180_000 + runs * 100;

test(
  'at least 80 % of random valid requests succeed',
  async () => {
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(validRequest, async (request) => {
      const { status } = await sent(request, await createRecordsFor(request), consistentBody(request));
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
  'responses to mutated requests match the contract',
  async () => {
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(mutatedRequest, async (request) => {
      const { status } = await sent(request, await createRecordsFor(request), request.body);
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

/** Returns the result of an import without the ids of new records, which a dry run cannot know. */
function comparable({ summary, unreadable, manufacturers, results }: PriceListResult) {
  return {
    summary,
    unreadable,
    manufacturers: manufacturers.map(({ name }) => name),
    results: results.map((row) => (row.status === 'CREATED' ? { ...row, materialId: null } : row)),
  };
}

test(
  'the import of a random price list matches its dry run, and repeating it changes nothing',
  async () => {
    const statuses = new Map<string, number>();
    const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const property = fc.asyncProperty(priceList, fc.nat(), async (drawn, pick) => {
      const body = { ...(withKnownIds(drawn, pick) as typeof drawn), dryRun: false };
      const dry = await api.call('importPriceList', { body: { ...body, dryRun: true } });
      const real = await api.call('importPriceList', { body });
      expect(real.status, real.text).toBe(dry.status);
      if (real.status !== 200) {
        count(String(real.error));
        return;
      }
      expect(comparable(real.body)).toEqual(comparable(dry.body));
      for (const { status } of real.body.results) count(status);
      if (!real.body.applied || real.body.summary.failed > 0) return;
      const again = await api.call('importPriceList', { body });
      expect(again.body.summary).toMatchObject({ created: 0, updated: 0 });
    });
    await fc.assert(property, { seed, numRuns: Math.ceil(runs / 5), endOnFailure: true });
    const counted = [...statuses].map(([status, number]) => `${status}: ${number}`).join(', ');
    console.log(`fuzz: rows and refusals of price lists (${counted})`);
    expect([...statuses.keys()]).toEqual(
      expect.arrayContaining([
        'CREATED',
        'UPDATED',
        'UNCHANGED',
        'SKIPPED',
        'FAILED',
        'unreadable_price_list',
      ]),
    );
  },
  timeout,
);
