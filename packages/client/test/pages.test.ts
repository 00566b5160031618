import { describe, expect, test } from 'vitest';
import { ApiError } from '../src/index.ts';
import { clientOf, thrownBy } from './records.ts';
import { json, refused, type Step } from './scripted-server.ts';

/** Serves pages of a list that changes while it is read: `lists[n]` is what stands there at request n. */
function listing(...lists: [string[], ...string[][]]): Step {
  let reads = 0;
  return (response, { url }) => {
    const { searchParams } = new URL(url ?? '', 'http://x');
    const limit = Number(searchParams.get('limit') ?? 50);
    const offset = Number(searchParams.get('offset'));
    const list = lists[Math.min(reads++, lists.length - 1)] ?? [];
    const data = list.slice(offset, offset + limit).map((id) => ({ id }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data, total: list.length, limit, offset }));
  };
}

async function idsOf(items: AsyncIterable<{ id: string }>): Promise<string> {
  let ids = '';
  for await (const { id } of items) ids += id;
  return ids;
}

const letters = [...'abcdefg'];

describe('all customers', () => {
  test.each([
    [1, 7],
    [3, 3],
    [7, 1],
    [200, 1],
  ])('in pages of %i take %i requests', async (limit, requests) => {
    const { client, received } = await clientOf(listing(letters));

    expect(await idsOf(client.listCustomers.all({ query: { limit } }))).toBe('abcdefg');
    expect(received).toHaveLength(requests);
  });

  test('keep the filters and the order on every page', async () => {
    const { client, received } = await clientOf(listing(letters));

    await idsOf(client.listCustomers.all({ query: { q: 'a b', sort: 'createdAt.asc', limit: 4 } }));

    const search = '/v1/customers?q=a%20b&sort=createdAt.asc&limit=4&offset=';
    expect(received.map(({ url }) => url)).toEqual([`${search}0`, `${search}4`]);
  });

  test('begin at an offset when one is given', async () => {
    const { client } = await clientOf(listing(letters));

    expect(await idsOf(client.listCustomers.all({ query: { offset: 5 } }))).toBe('fg');
  });

  test('of an empty list are none', async () => {
    const { client, received } = await clientOf(listing([]));

    expect(await idsOf(client.listCustomers.all())).toBe('');
    expect(received).toHaveLength(1);
  });

  test('end when records vanish meanwhile', async () => {
    const { client, received } = await clientOf(listing(letters, [...'abc']));

    expect(await idsOf(client.listCustomers.all({ query: { limit: 4 } }))).toBe('abcd');
    expect(received).toHaveLength(2);
  });

  test('end at an empty page, whatever its total', async () => {
    const { client, received } = await clientOf(json(200, { data: [], total: 7, limit: 50, offset: 0 }));

    expect(await idsOf(client.listCustomers.all())).toBe('');
    expect(received).toHaveLength(1);
  });

  test('hold what is appended meanwhile', async () => {
    const { client } = await clientOf(listing(letters, [...letters, 'h', 'i']));

    expect(await idsOf(client.listCustomers.all({ query: { limit: 4 } }))).toBe('abcdefghi');
  });

  test('are read no further than the loop goes', async () => {
    const { client, received } = await clientOf(listing(letters));

    for await (const { id } of client.listCustomers.all({ query: { limit: 2 } })) if (id === 'b') break;

    expect(received).toHaveLength(1);
  });

  test('are cancelled between pages', async () => {
    const { client, received } = await clientOf(listing(letters));
    const controller = new AbortController();
    const reason = new Error('enough');
    const { signal } = controller;

    const reading = (async () => {
      for await (const { id } of client.listCustomers.all({ query: { limit: 2 }, signal })) {
        if (id === 'c') controller.abort(reason);
      }
    })();

    expect(await thrownBy(reading)).toBe(reason);
    expect(received).toHaveLength(2);
  });

  test('throw a refusal of any page', async () => {
    const { client } = await clientOf(listing(letters), refused(403, 'insufficient_scope'));

    await expect(idsOf(client.listCustomers.all({ query: { limit: 2 } }))).rejects.toThrow(ApiError);
  });
});
