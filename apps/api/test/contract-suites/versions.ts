import { describe, expect, test } from 'vitest';
import { requestSamples } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { operationResources } from '../support/resources.ts';
import type { ContractWorld } from '../support/test-api.ts';

/** Operations that read or change a versioned record support conditional requests; all others reject `If-Match`. */
export function describeVersions<Id extends string>(
  contract: TestContract<Id>,
  { exampleCompany }: Pick<ContractWorld<Id>, 'exampleCompany'>,
): void {
  const { operations, operationIds } = contract;
  const { freeTextOf } = operationResources(contract);
  const { pathOf } = requestSamples(contract);
  const { api, raisedBy } = exampleCompany;

  const tagged = operationIds.filter((operationId) => operations[operationId].etag);
  const reads = tagged.filter((operationId) => operations[operationId].method === 'GET');
  const changing = operationIds.filter((operationId) => operations[operationId].ifMatch);
  const withMethod = (method: string) => changing.filter((id) => operations[id].method === method);

  /** Returns the path of the record whose version an operation returns and compares. */
  function ownerPath(operationId: Id): string {
    const owner = operations[operationId].etagOf as Id | null;
    if (owner === null) throw new Error(`${operationId} names no owner of its tag.`);
    const segments = operations[owner].path.split('/').length;
    return pathOf(operationId).split('/').slice(0, segments).join('/');
  }

  const owner = (operationId: Id) => api.send('GET', ownerPath(operationId));
  const tagOf = async (operationId: Id) => (await owner(operationId)).headers.get('etag') ?? '';

  const change = (operationId: Id, text: string, headers: Record<string, string> = {}) =>
    api.sample(operationId, { body: { [freeTextOf(operationId)]: text }, headers });

  test.each(operationIds.filter((id) => !operations[id].ifMatch))('%s rejects If-Match', async (id) => {
    const { status, error, details } = await api.sample(id, { headers: { 'If-Match': '*' } });
    expect({ status, error, details }).toMatchObject({
      status: 400,
      error: 'invalid_request',
      details: [{ in: 'header', path: 'if-match' }],
    });
  });

  test.each(reads)(
    '%s returns 304 for the current version, and the record for any other',
    async (operationId) => {
      const first = await api.sample(operationId);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[\w-]+"$/);
      expect((await api.sample(operationId)).headers.get('etag')).toBe(tag);
      const known = { 'If-None-Match': tag };
      const { status, headers, text } = await api.sample(operationId, { headers: known });
      expect([status, headers.get('etag'), text]).toEqual([304, tag, '']);
      expect((await api.send('HEAD', pathOf(operationId), { headers: known })).status).toBe(304);
      const other = await api.sample(operationId, { headers: { 'If-None-Match': '"other"' } });
      expect(other.status).toBe(200);
    },
  );

  test.each(reads)('%s returns the ETag of its owner', async (operationId) => {
    expect((await api.sample(operationId)).headers.get('etag')).toBe(await tagOf(operationId));
  });

  test.each(tagged.filter((id) => operations[id].method === 'POST' && !operations[id].ifMatch))(
    '%s returns the ETag of the new record',
    async (operationId) => {
      const { headers, body } = await api.sample(operationId);
      const path = headers.get('location') ?? '';
      const read = await api.send('GET', path);
      expect(read.headers.get('etag')).toBe(headers.get('etag'));
      expect(read.body).toEqual(body);
      // A new record can refer to records that later tests delete.
      await api.send('DELETE', path);
    },
  );

  test.each(operationIds.filter((id) => operations[id].method === 'GET'))(
    '%s returns 304 for * if the record has an ETag',
    async (operationId) => {
      const { status } = await api.sample(operationId, { headers: { 'If-None-Match': '*' } });
      expect(status).toBe(operations[operationId].etag ? 304 : 200);
    },
  );

  /** Expects that an operation with an outdated version changes nothing. */
  async function expectConflict(operationId: Id, old: string): Promise<void> {
    const before = await owner(operationId);
    const events = await raisedBy(async () => {
      const { status, error, headers } = await api.sample(operationId, { headers: { 'If-Match': old } });
      expect([status, error]).toEqual([409, 'version_conflict']);
      expect(headers.get('etag')).toBe(before.headers.get('etag'));
    });
    expect(events).toEqual([]);
    expect((await owner(operationId)).text).toBe(before.text);
  }

  describe.each(withMethod('PATCH'))('%s', (operationId) => {
    test('changes the current version', async () => {
      const known = await tagOf(operationId);
      const { status, headers } = await change(operationId, `after ${known}`, { 'If-Match': known });
      expect(status).toBe(200);
      expect(headers.get('etag')).not.toBe(known);
      expect(await tagOf(operationId)).toBe(headers.get('etag'));
      const unchanged = await change(operationId, `after ${known}`);
      expect(unchanged.headers.get('etag')).toBe(headers.get('etag'));
    });

    test('rejects any other version', async () => {
      const old = await tagOf(operationId);
      await change(operationId, `something else, ${Date.now()}`);
      await expectConflict(operationId, old);
    });

    test('accepts one of several concurrent changes to the same version', async () => {
      const tag = await tagOf(operationId);
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          change(operationId, `writer ${index} ${tag}`, { 'If-Match': tag }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    });

    test('without If-Match the last change wins', async () => {
      await Promise.all(
        Array.from({ length: 6 }, (_, index) => change(operationId, `hasty writer ${index}`)),
      );
      expect((await change(operationId, 'the last')).status).toBe(200);
    });
  });

  test.each(withMethod('POST'))('%s acts on the current version only', async (operationId) => {
    await expectConflict(operationId, '"other"');
    const headers = { 'If-Match': await tagOf(operationId) };
    const response = await api.sample(operationId, { headers });
    expect(response.status).toBe(operations[operationId].status);
    expect(response.headers.get('etag')).toBe(await tagOf(operationId));
  });

  test.each(withMethod('DELETE').toReversed())('%s deletes the current version only', async (operationId) => {
    await expectConflict(operationId, '"other"');
    const headers = { 'If-Match': await tagOf(operationId) };
    const deleted = await api.sample(operationId, { headers });
    expect(deleted.status).toBe(204);
    if (operations[operationId].etag) expect(deleted.headers.get('etag')).toBe(await tagOf(operationId));
    expect((await api.sample(operationId, { headers: { 'If-Match': '*' } })).status).toBe(404);
  });
}
