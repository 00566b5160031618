import { type ErrorCode, type OperationId, operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { type ApiError, createClient } from '../src/index.ts';

/** What the suite must know of the service that it calls. */
export interface CalledService {
  baseUrl: string;
  apiKey: string;
  /** Whether what was written is there afterwards. A mock keeps nothing, and refuses only what a request prefers. */
  keepsRecords: boolean;
  /** A request that succeeds, with the path parameters and the body of the contract's examples; new each time. */
  requestOf(operationId: OperationId): Request;
}

type Request = Record<string, unknown>;

interface Answer {
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

/** An operation of the client with the types of its own forgotten. */
interface AnyOperation {
  (request: Request): Promise<unknown>;
  withResponse(request: Request): Promise<Answer>;
  safe(request: Request): Promise<Answer | ApiError>;
  all(request: Request): AsyncIterable<unknown>;
  ifChanged(request: Request): Promise<Answer | undefined>;
}

const operationIds = Object.keys(operations) as OperationId[];
const ofMethod = (method: string) => operationIds.filter((id) => operations[id].method === method);
const mayAnswer = (operationId: OperationId, code: ErrorCode) =>
  operations[operationId].errors.some((one) => one === code);

/** The first operation of each method: what the client adds is the same for all of them. */
const oneOfEach = (ids: readonly OperationId[]) =>
  ids.filter((id) => id === ids.find((other) => operations[other].method === operations[id].method));

const conditionalReads = ofMethod('GET').filter((id) => operations[id].etag);
const lists = oneOfEach(operationIds.filter((id) => operations[id].sortable.length > 0));
const conditionalChanges = oneOfEach(operationIds.filter((id) => operations[id].ifMatch));
const idempotent = oneOfEach(operationIds.filter((id) => operations[id].idempotent));
const findable = oneOfEach(
  operationIds.filter((id) => mayAnswer(id, 'not_found') && operations[id].path.includes('{')),
);
/** Parts before what they are parts of. */
const deletions = ofMethod('DELETE').reverse();
const others = operationIds.filter((id) => !deletions.includes(id));

/** Tells a mock what to answer; a service that keeps records does so by itself. */
function preferring(status: number, example?: ErrorCode): { headers: Record<string, string> } {
  return { headers: { Prefer: example ? `code=${status}, example=${example}` : `code=${status}` } };
}

/** The client's own tests against a service: every operation of the contract, and what the client adds to it. */
export function testClient(service: CalledService): void {
  const { baseUrl, apiKey, keepsRecords, requestOf } = service;
  const client = createClient({ baseUrl, apiKey });
  const operation = (operationId: OperationId) => client[operationId] as unknown as AnyOperation;

  /** Reads the record that the operation changes. */
  function readFor(operationId: OperationId): Promise<Answer> {
    const { path } = operations[operationId];
    const reading = conditionalReads.find((id) => operations[id].path === path);
    if (!reading) throw new Error(`nothing reads what ${operationId} changes`);
    return operation(reading).withResponse(requestOf(reading));
  }

  async function expectSuccess(operationId: OperationId): Promise<void> {
    const { status, etag } = operations[operationId];
    const answer = await operation(operationId).withResponse(requestOf(operationId));
    expect(answer.ok).toBe(true);
    expect(answer.requestId).toMatch(/./);
    expect(answer.etag !== '').toBe(etag);
    expect(answer.data).toEqual(status === 204 ? undefined : expect.any(Object));
  }

  test.each(others)('%s succeeds', expectSuccess);

  test.each(lists)('%s.all passes every record once', async (operationId) => {
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
    test('answers undefined for the version that is still there', async () => {
      const request = requestOf(operationId);
      const { etag } = await operation(operationId).withResponse(request);
      expect(
        await operation(operationId).ifChanged({ ...request, ...preferring(304), etag }),
      ).toBeUndefined();
    });

    test.each(['"another"', ''])('answers the record for the version %j', async (etag) => {
      const request = requestOf(operationId);
      const record = await operation(operationId)(request);
      expect(await operation(operationId).ifChanged({ ...request, etag })).toMatchObject({ data: record });
    });
  });

  test.each(conditionalChanges)('%s refuses every version but the present one', async (operationId) => {
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
    '%s changes the version that was read',
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

  test.each(idempotent)('%s answers a second call with the same key as the first', async (operationId) => {
    const request = { ...requestOf(operationId), idempotencyKey: crypto.randomUUID() };
    const first = await operation(operationId).withResponse(request);
    const second = await operation(operationId).withResponse(request);
    expect(second).toMatchObject({ replayed: true, data: first.data, etag: first.etag });
    if (keepsRecords) expect(first.replayed).toBe(false);
  });

  test.each(findable)('%s says that there is no such record', async (operationId) => {
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

  test('a request that breaks the contract is refused with the place', async () => {
    const result = await client.listCustomers.safe({ query: { limit: 0 } });
    expect(result).toMatchObject({ ok: false, status: 400, error: 'invalid_request' });
    expect(result.ok ? [] : result.details).toContainEqual(
      expect.objectContaining({ in: 'query', path: 'limit' }),
    );
  });

  test('a value that another record has is refused with the place', async () => {
    const body = { lastName: 'Vogel', externalId: crypto.randomUUID() };
    await client.createCustomer({ body });
    const result = await client.createCustomer.safe({ body, ...preferring(409, 'already_exists') });
    expect(result).toMatchObject({ ok: false, status: 409, error: 'already_exists' });
    expect(result.ok ? [] : result.details).toContainEqual(
      expect.objectContaining({ path: expect.any(String) }),
    );
  });

  test('a key that there is not is refused', async () => {
    const stranger = createClient({ baseUrl, apiKey: 'pvp_live_0_nobody' });
    const result = await stranger.getCompany.safe(preferring(401, 'invalid_api_key'));
    expect(result).toMatchObject({ ok: false, status: 401, error: 'invalid_api_key' });
  });

  test.each(deletions)('%s succeeds', expectSuccess);
}
