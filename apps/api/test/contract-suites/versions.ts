import { describe, expect, test } from 'vitest';
import { requestSamples } from '../support/api-client.ts';
import type { TestContract } from '../support/contract-document.ts';
import { operationResources } from '../support/resources.ts';
import type { ContractWorld } from '../support/test-api.ts';

/** Every operation with an ETag supports conditional requests. */
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
  const patches = operationIds.filter((id) => operations[id].ifMatch && operations[id].method === 'PATCH');
  const deletions = operationIds.filter((id) => operations[id].ifMatch && operations[id].method === 'DELETE');

  function readingOf(operationId: Id): Id {
    const found = reads.find((read) => operations[read].path === operations[operationId].path);
    if (!found) throw new Error(`No operation reads the record that ${operationId} changes.`);
    return found;
  }

  const tagOf = async (operationId: Id) => (await api.sample(operationId)).headers.get('etag') ?? '';

  const change = (operationId: Id, text: string, headers: Record<string, string> = {}) =>
    api.sample(operationId, { body: { [freeTextOf(operationId)]: text }, headers });

  test.each(reads)(
    '%s returns 304 for the current version, and the record for any other',
    async (operationId) => {
      const tag = await tagOf(operationId);
      expect(tag).toMatch(/^"[\w-]+"$/);
      expect(await tagOf(operationId)).toBe(tag);
      const known = { 'If-None-Match': tag };
      const { status, headers, text } = await api.sample(operationId, { headers: known });
      expect([status, headers.get('etag'), text]).toEqual([304, tag, '']);
      expect((await api.send('HEAD', pathOf(operationId), { headers: known })).status).toBe(304);
      const other = await api.sample(operationId, { headers: { 'If-None-Match': '"other"' } });
      expect(other.status).toBe(200);
    },
  );

  test.each(tagged.filter((operationId) => !reads.includes(operationId)))(
    '%s returns the same ETag as a read',
    async (operationId) => {
      const { headers, body } = await api.sample(operationId);
      const isRead = reads.some((read) => operations[read].path === operations[operationId].path);
      // The path of an action is below that of its record.
      const path = headers.get('location') ?? pathOf(operationId).replace(isRead ? '' : /\/[\w-]+$/, '');
      const read = await api.send('GET', path);
      expect(read.headers.get('etag')).toBe(headers.get('etag'));
      expect(read.body).toEqual(body);
      // A new record can refer to records that later tests delete.
      if (operations[operationId].status === 201) await api.send('DELETE', path);
    },
  );

  test.each(operationIds.filter((id) => operations[id].method === 'GET'))(
    '%s returns 304 for * if the record has an ETag',
    async (operationId) => {
      const { status } = await api.sample(operationId, { headers: { 'If-None-Match': '*' } });
      expect(status).toBe(operations[operationId].etag ? 304 : 200);
    },
  );

  describe.each(patches)('%s', (operationId) => {
    const reading = readingOf(operationId);

    test('changes the current version', async () => {
      const known = await tagOf(reading);
      const { status, headers } = await change(operationId, `after ${known}`, { 'If-Match': known });
      expect(status).toBe(200);
      expect(await tagOf(reading)).toBe(headers.get('etag'));
    });

    test('rejects any other version', async () => {
      const old = await tagOf(reading);
      await change(operationId, `something else, ${Date.now()}`);
      const before = await api.sample(reading);
      const events = await raisedBy(async () => {
        const { status, error } = await change(operationId, 'too late', { 'If-Match': old });
        expect([status, error]).toEqual([409, 'version_conflict']);
      });
      expect(events).toEqual([]);
      expect((await api.sample(reading)).text).toBe(before.text);
    });

    test('accepts one of several concurrent changes to the same version', async () => {
      const tag = await tagOf(reading);
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

  test.each(deletions.toReversed())('%s deletes the current version only', async (operationId) => {
    const reading = readingOf(operationId);
    const { status, error } = await api.sample(operationId, { headers: { 'If-Match': '"other"' } });
    expect({ status, error }).toEqual({ status: 409, error: 'version_conflict' });
    const deleted = await api.sample(operationId, { headers: { 'If-Match': await tagOf(reading) } });
    expect(deleted.status).toBe(204);
    expect((await api.sample(operationId, { headers: { 'If-Match': '*' } })).status).toBe(404);
  });
}
