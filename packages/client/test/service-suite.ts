import { type ErrorCode, type OperationId, operations } from '@pv-planning/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiError, createClient } from '../src/index.ts';

/** Describes the service under test. */
export interface CalledService {
  baseUrl: string;
  apiKey: string;
  /** Whether changes are stored. A mock stores nothing and returns an error only if a request prefers it. */
  keepsRecords: boolean;
  /** Returns a new request that succeeds, with the path parameters and body of the contract's examples. */
  requestOf(operationId: OperationId): Request;
}

type Request = Record<string, unknown>;

interface ApiResponse {
  ok: true;
  data: unknown;
  etag: string;
  requestId: string | undefined;
  replayed: boolean;
}

interface Page {
  data: unknown[];
  total: number;
}

/** An operation of the client with its specific types erased. */
interface AnyOperation {
  (request: Request): Promise<unknown>;
  withResponse(request: Request): Promise<ApiResponse>;
  safe(request: Request): Promise<ApiResponse | ApiError>;
  all(request: Request): AsyncIterable<unknown>;
  ifChanged(request: Request): Promise<ApiResponse | undefined>;
}

const operationIds = Object.keys(operations) as OperationId[];
const ofMethod = (method: string) => operationIds.filter((id) => operations[id].method === method);
const mayReturn = (operationId: OperationId, code: ErrorCode) =>
  operations[operationId].errors.some((one) => one === code);

/** The first operation of each method: the client adds the same features to all of them. */
const oneOfEach = (ids: readonly OperationId[]) =>
  ids.filter((id) => id === ids.find((other) => operations[other].method === operations[id].method));

const conditionalReads = ofMethod('GET').filter((id) => operations[id].etag);
const lists = oneOfEach(operationIds.filter((id) => operations[id].sortable.length > 0));
const conditionalChanges = oneOfEach(operationIds.filter((id) => operations[id].ifMatch));
const idempotent = oneOfEach(operationIds.filter((id) => operations[id].idempotent));
const findable = oneOfEach(
  operationIds.filter((id) => mayReturn(id, 'not_found') && operations[id].path.includes('{')),
);
/** Deletes parts before the records that contain them. */
const deletions = ofMethod('DELETE').reverse();
const others = operationIds.filter((id) => !deletions.includes(id));

/** Selects the response of a mock; a service that stores records ignores the header. */
function preferring(status: number, example?: ErrorCode): { headers: Record<string, string> } {
  return { headers: { Prefer: example ? `code=${status}, example=${example}` : `code=${status}` } };
}

/** Runs the client against a service: every operation of the contract, and every feature that the client adds. */
export function testClient(service: CalledService): void {
  const { baseUrl, apiKey, keepsRecords, requestOf } = service;
  const client = createClient({ baseUrl, apiKey });
  const operation = (operationId: OperationId) => client[operationId] as unknown as AnyOperation;

  /** Reads the record that the operation changes. */
  function readFor(operationId: OperationId): Promise<ApiResponse> {
    const { path } = operations[operationId];
    const reading = conditionalReads.find((id) => operations[id].path === path);
    if (!reading) throw new Error(`no operation reads what ${operationId} changes`);
    return operation(reading).withResponse(requestOf(reading));
  }

  async function expectSuccess(operationId: OperationId): Promise<void> {
    const { status, etag } = operations[operationId];
    const response = await operation(operationId).withResponse(requestOf(operationId));
    expect(response.ok).toBe(true);
    expect(response.requestId).toMatch(/./);
    expect(response.etag !== '').toBe(etag);
    expect(response.data).toEqual(status === 204 ? undefined : expect.any(Object));
  }

  test.each(others)('%s succeeds', expectSuccess);

  test.each(lists)('%s.all yields every record once', async (operationId) => {
    const request = requestOf(operationId);
    const query = request.query as object | undefined;
    const page = (await operation(operationId)({ ...request, query: { ...query, limit: 200 } })) as Page;
    const items: unknown[] = [];
    for await (const item of operation(operationId).all({ ...request, query: { ...query, limit: 1 } })) {
      items.push(item);
    }
    expect(items.slice(0, page.data.length)).toEqual(page.data);
    if (keepsRecords) expect(items).toHaveLength(page.total);
  });

  describe.each(oneOfEach(conditionalReads))('%s.ifChanged', (operationId) => {
    test('resolves with undefined for the current version', async () => {
      const request = requestOf(operationId);
      const { etag } = await operation(operationId).withResponse(request);
      expect(
        await operation(operationId).ifChanged({ ...request, ...preferring(304), etag }),
      ).toBeUndefined();
    });

    test.each(['"another"', ''])('resolves with the record for the version %j', async (etag) => {
      const request = requestOf(operationId);
      const record = await operation(operationId)(request);
      expect(await operation(operationId).ifChanged({ ...request, etag })).toMatchObject({ data: record });
    });
  });

  test.each(conditionalChanges)('%s rejects all versions but the current one', async (operationId) => {
    for (const ifMatch of ['"another"', '']) {
      const request = { ...requestOf(operationId), ...preferring(409, 'version_conflict'), ifMatch };
      expect(await operation(operationId).safe(request)).toMatchObject({
        ok: false,
        operationId,
        status: 409,
        error: 'version_conflict',
        details: [],
      });
    }
  });

  test.each(conditionalChanges.filter((id) => operations[id].method === 'PATCH'))(
    '%s changes the current version',
    async (operationId) => {
      const { etag } = await readFor(operationId);
      const changed = await operation(operationId).withResponse({
        ...requestOf(operationId),
        ifMatch: etag,
      });
      const read = await readFor(operationId);
      expect(changed.etag).toBe(read.etag);
      if (keepsRecords) expect(changed.data).toEqual(read.data);
    },
  );

  test.each(idempotent)(
    '%s returns the stored response for a repeated idempotency key',
    async (operationId) => {
      const request = { ...requestOf(operationId), idempotencyKey: crypto.randomUUID() };
      const first = await operation(operationId).withResponse(request);
      const second = await operation(operationId).withResponse(request);
      expect(second).toMatchObject({ replayed: keepsRecords, data: first.data, etag: first.etag });
      expect(first.replayed).toBe(false);
    },
  );

  test.each(findable)('%s reports a missing record', async (operationId) => {
    const names = [...operations[operationId].path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name);
    const nobody = Object.fromEntries(names.map((name) => [name, 'nobody']));
    const request = { ...requestOf(operationId), ...nobody, ...preferring(404) };
    expect(await operation(operationId).safe(request)).toMatchObject({
      ok: false,
      operationId,
      status: 404,
      error: 'not_found',
      requestId: expect.stringMatching(/./),
    });
  });

  test('reports the location of an invalid value', async () => {
    const result = await client.listCustomers.safe({ query: { limit: 0 } });
    expect(result).toMatchObject({ ok: false, status: 400, error: 'invalid_request' });
    expect(result.ok ? [] : result.details).toContainEqual(
      expect.objectContaining({ in: 'query', path: 'limit' }),
    );
  });

  test('reports the location of a duplicate value', async () => {
    const body = { lastName: 'Vogel', externalId: crypto.randomUUID() };
    await client.createCustomer({ body });
    const result = await client.createCustomer.safe({ body, ...preferring(409, 'already_exists') });
    expect(result).toMatchObject({ ok: false, status: 409, error: 'already_exists' });
    expect(result.ok ? [] : result.details).toContainEqual(
      expect.objectContaining({ path: expect.any(String) }),
    );
  });

  test('rejects an unknown API key', async () => {
    const stranger = createClient({ baseUrl, apiKey: 'pvp_live_0_nobody' });
    const result = await stranger.getCompany.safe(preferring(401, 'invalid_api_key'));
    expect(result).toMatchObject({ ok: false, status: 401, error: 'invalid_api_key' });
  });

  describe('deletions', () => {
    // Duplicates of offers use products and roofs that are deleted below.
    beforeAll(async () => {
      if (!keepsRecords) return;
      const duplicates: string[] = [];
      for await (const { id, duplicateOfId } of client.listOffers.all({ query: { state: 'DRAFT' } }))
        if (duplicateOfId !== null) duplicates.push(id);
      for (const id of duplicates) await client.deleteOffer({ id });
    });

    test.each(deletions)('%s succeeds', expectSuccess);
  });
}
