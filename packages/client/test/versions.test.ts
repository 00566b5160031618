import { expect, test } from 'vitest';
import { clientOf, maria } from './records.ts';
import { apiError, empty, json } from './scripted-server.ts';

test('sends ifMatch with changes and deletes', async () => {
  const { client, received } = await clientOf(
    json(200, maria, { etag: '"v1"' }),
    json(200, maria),
    empty(204),
  );

  const { etag } = await client.getCustomer.withResponse({ id: '1001' });
  await client.updateCustomer({ id: '1001', body: { notes: null }, ifMatch: etag });
  await client.deleteCustomer({ id: '1001', ifMatch: etag });

  expect(received.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"v1"', '"v1"']);
});

test('resolves ifChanged with undefined for an unchanged record, and otherwise with the record and its new etag', async () => {
  const { client, received } = await clientOf(
    empty(304, { etag: '"v1"' }),
    json(200, maria, { etag: '"v2"' }),
  );

  expect(await client.getCustomer.ifChanged({ id: '1001', etag: '"v1"' })).toBeUndefined();
  expect(await client.getCustomer.ifChanged({ id: '1001', etag: '"v1"' })).toMatchObject({
    data: maria,
    etag: '"v2"',
  });
  expect(received.map(({ headers }) => headers['if-none-match'])).toEqual(['"v1"', '"v1"']);
});

test('sends an etag that matches no version if a proxy removed it: changes are rejected, ifChanged reads', async () => {
  const { client, received } = await clientOf(
    json(200, maria),
    apiError(409, 'version_conflict'),
    json(200, maria),
  );

  const { etag } = await client.getCustomer.withResponse({ id: '1001' });
  const result = await client.updateCustomer.safe({ id: '1001', body: {}, ifMatch: etag });

  expect(received[1]?.headers['if-match']).toBe('"-"');
  expect(result).toMatchObject({ ok: false, error: 'version_conflict' });
  expect(await client.getCustomer.ifChanged({ id: '1001', etag })).toMatchObject({ data: maria });
  expect(received[2]?.headers).not.toHaveProperty('if-none-match');
});
