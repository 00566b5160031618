import { randomUUID } from 'node:crypto';
import { type OperationId, operations } from '@pv-planning/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { describeContract } from './contract-suites/describe-contract.ts';
import { isReplay, repeated } from './contract-suites/idempotency.ts';
import { type ApiResponse, sampleBody } from './support/api-client.ts';
import { operationIds, publicContract } from './support/contract-document.ts';
import { freeTextOf, raisesEvent, resourceOf } from './support/resources.ts';
import { openTestApi } from './support/test-api.ts';
import { waitingForLocks } from './support/waiting-for-locks.ts';

const world = await openTestApi();
const { exampleCompany, database } = world;
const { api, raisedBy } = exampleCompany;

const idempotent = operationIds.filter((operationId) => operations[operationId].idempotent);

/** A request that can be sent repeatedly with the same key. */
function repeatable(operationId: OperationId, body: object | undefined = sampleBody(operationId)) {
  const headers = { 'Idempotency-Key': randomUUID() };
  return { headers, send: () => api.sample(operationId, { body, headers }) };
}

/** Blocks all changes to a record until `release` is called. */
async function blockChanges(work: (release: () => void) => Promise<void>): Promise<void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table customer, project, roof in exclusive mode`.execute(transaction);
    held();
    await released;
  });
  let held = () => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  await isHeld;
  try {
    await work(release);
  } finally {
    release();
    await holding;
  }
}

async function age(hours: string): Promise<void> {
  await sql`update idempotency_key set created_at = now() - ${hours}::interval`.execute(database.kysely);
}

const raisedIn = (operationId: OperationId) =>
  raisesEvent(operationId, 'name') ? (resourceOf(operationId).events ?? 1) : 0;

describeContract(publicContract, world, ['idempotency']);

test('a repeated PATCH with If-Match does not conflict with its first request', async () => {
  const { headers: read } = await api.call('getCustomer');
  const headers = { 'If-Match': read.get('etag') ?? '', 'Idempotency-Key': randomUUID() };
  const change = (more = {}) =>
    api.call('updateCustomer', { body: { notes: 'moved in May' }, headers: { ...headers, ...more } });
  const first = await change();
  expect(first.status).toBe(200);
  expect(repeated(await change())).toEqual(repeated(first));
  expect((await change({ 'Idempotency-Key': randomUUID() })).error).toBe('version_conflict');
});

/** Operations on a record, on a part of a record, and one whose requests run one at a time. All others share their code. */
const representatives = ['createCustomer', 'createRoof', 'importPriceList'] as const;

describe.each(representatives)('%s', (operationId) => {
  const { status: success } = operations[operationId];
  /** Waiting several seconds in every operation would prove nothing more. */
  const isWaiting = operationId === 'createRoof';
  const raised = raisedIn(operationId);

  test('takes effect again without the key', async () => {
    const answers = [await api.sample(operationId), await api.sample(operationId)] as ApiResponse<{
      id: string;
    }>[];
    expect(answers.map(({ status }) => status)).toEqual([success, success]);
    if (success === 201) expect(answers[0]?.body.id).not.toBe(answers[1]?.body.id);
  });

  test('is rejected with the key of another request', async () => {
    const { send, headers } = repeatable(operationId);
    await send();
    const others = {
      'another body': () =>
        api.sample(operationId, {
          body: { ...sampleBody(operationId), [freeTextOf(operationId)]: 'other' },
          headers,
        }),
      'the same body in other bytes': () =>
        api.sample(operationId, { rawBody: JSON.stringify(sampleBody(operationId), null, 1), headers }),
      'another path': () => api.sample('createRoof', { params: { id: '987654321' }, headers }),
      ...Object.fromEntries(
        idempotent
          .filter((other) => other !== operationId)
          .map((other) => [other, () => api.sample(other, { headers })]),
      ),
    };
    const events = await raisedBy(async () => {
      for (const [what, request] of Object.entries(others)) {
        const { status, error } = await request();
        expect({ what, status, error }).toEqual({ what, status: 409, error: 'idempotency_key_reused' });
      }
    });
    expect(events).toEqual([]);
  });

  test('takes effect once if sent concurrently', async () => {
    const { send } = repeatable(operationId);
    const events = await raisedBy(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, send));
      const done = answers.filter(({ status }) => status === success);
      expect(done.filter((answer) => !isReplay(answer))).toHaveLength(1);
      expect(new Set(done.map((answer) => JSON.stringify(repeated(answer)))).size).toBe(1);
      const refused = answers.filter((answer) => !done.includes(answer));
      for (const { error, headers } of refused)
        expect([error, headers.get('retry-after')]).toEqual(['idempotency_in_progress', '1']);
      expect(isReplay(await send())).toBe(true);
    });
    expect(events).toHaveLength(raised);
  });

  test.runIf(isWaiting)(
    'waits two seconds for a slow first request before it is rejected as in progress',
    async () => {
      const { send } = repeatable(operationId);
      const events = await raisedBy(() =>
        blockChanges(async (release) => {
          const first = send();
          await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
          const startedAt = performance.now();
          const second = await send();
          const waited = performance.now() - startedAt;
          expect({
            status: second.status,
            error: second.error,
            wait: second.headers.get('retry-after'),
          }).toEqual({ status: 409, error: 'idempotency_in_progress', wait: '1' });
          expect(waited).toBeGreaterThan(1_900);
          release();
          expect((await first).status).toBe(success);
          expect(repeated(await send())).toEqual(repeated(await first));
        }),
      );
      expect(events).toHaveLength(raised);
    },
  );

  test.runIf(isWaiting)(
    "gets the first request's response if it is sent while the first request is running",
    async () => {
      const { send } = repeatable(operationId);
      await blockChanges(async (release) => {
        const first = send();
        await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
        // The request that arrives first waits; the other is rejected immediately.
        const others = [send(), send()];
        const refused = await Promise.race(others);
        expect(refused.error).toBe('idempotency_in_progress');
        release();
        const [answer, ...more] = (await Promise.all(others)).filter((other) => other !== refused);
        expect(more).toEqual([]);
        expect(answer && repeated(answer)).toEqual(repeated(await first));
        expect(answer && isReplay(answer)).toBe(true);
      });
    },
  );

  test('can be corrected and resent with the same key after a 400', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const refused = await api.sample(operationId, {
      body: { ...sampleBody(operationId), nonsense: 1 },
      headers,
    });
    expect(refused.status).toBe(400);
    expect((await api.sample(operationId, { headers })).status).toBe(success);
  });

  test('does not share idempotency keys with other API keys', async () => {
    const { send, headers } = repeatable(operationId);
    const first = (await send()) as ApiResponse<{ id: string }>;
    const client = await exampleCompany.withScopes(operations[operationId].scope);
    const other = (await client.sample(operationId, { headers })) as ApiResponse<{ id: string }>;
    expect(other.status).toBe(success);
    if (success === 201) expect(other.body.id).not.toBe(first.body.id);
  });

  test('is a new request after 24 hours', async () => {
    const { headers } = repeatable(operationId);
    const body = sampleBody(operationId);
    const send = () => api.sample(operationId, { body, headers }) as Promise<ApiResponse<{ id: string }>>;
    const first = await send();
    // Frees the unique values for the later request.
    const location = first.headers.get('location');
    if (location !== null) await api.send('DELETE', location);
    await age('23 hours 59 minutes');
    expect(repeated(await send())).toEqual(repeated(first));
    await age('24 hours 1 second');
    const later = await send();
    expect(isReplay(later)).toBe(false);
    if (success === 201) expect(later.body.id).not.toBe(first.body.id);
    expect(repeated(await send())).toEqual(repeated(later));
  });

  test('accepts keys of 1 to 255 visible characters', async () => {
    for (const key of ['1', 'x'.repeat(255), '!~ "{}\\']) {
      const { status } = await api.sample(operationId, {
        headers: { 'Idempotency-Key': key },
      });
      expect([success, 409]).toContain(status);
    }
    for (const key of ['', 'x'.repeat(256), 'ä', 'a\tb']) {
      const { status, details } = await api.sample(operationId, { headers: { 'Idempotency-Key': key } });
      expect({ key, status }).toEqual({ key, status: 400 });
      expect(details?.[0]).toMatchObject({ in: 'header', path: 'idempotency-key' });
    }
  });
});

test('does not store a 409, so that the same request can succeed later', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = { lastName: 'Vogel', externalId: 'taken' };
  const { body: holder } = await api.call('createCustomer', { body });
  const create = () => api.call('createCustomer', { body, headers });
  expect((await create()).error).toBe('already_exists');
  await api.call('deleteCustomer', { params: { id: holder.id } });
  expect((await create()).status).toBe(201);
});

test('repeats the first response even if the record has since been changed or deleted', async () => {
  const { send } = repeatable('createCustomer');
  const first = (await send()) as ApiResponse<{ id: string }>;
  await api.call('updateCustomer', { params: { id: first.body.id }, body: { notes: 'changed' } });
  await api.call('deleteCustomer', { params: { id: first.body.id } });
  expect(repeated(await send())).toEqual(repeated(first));
});

test('DELETE, which is idempotent by itself, ignores the key', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  for (let round = 0; round < 2; round += 1) {
    const { body } = await api.call('createCustomer', { body: { lastName: 'Vogel' } });
    const remove = () => api.call('deleteCustomer', { params: { id: body.id }, headers });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
  }
});
