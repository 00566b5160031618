import { describe, expect, test } from 'vitest';
import { ApiError } from '../src/index.ts';
import { clientOf, thrownBy } from './records.ts';
import { apiError, json, type Step } from './scripted-server.ts';

type Lists = [string[], ...string[][]];

interface Listed {
  list: string[];
  limit: number;
  from: number;
}

function page({ list, limit, from }: Listed) {
  const data = list.slice(from, from + limit).map((id) => ({ id }));
  return { data, total: list.length, limit, offset: from };
}

/** Serves a list that changes while it is read: `lists[n]` is its content at request n. */
function serving(
  lists: Lists,
  answer: (query: URLSearchParams, list: string[], limit: number) => Step,
): Step {
  let reads = 0;
  return (response, request) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const list = lists[Math.min(reads++, lists.length - 1)] ?? [];
    answer(searchParams, list, Number(searchParams.get('limit') ?? 50))(response, request);
  };
}

/** A server that sends no links. */
function listing(...lists: Lists): Step {
  return serving(lists, (query, list, limit) =>
    json(200, page({ list, limit, from: Number(query.get('offset')) })),
  );
}

/** A server whose links refer to the records after the last letter of a page. */
function linking(...lists: Lists): Step {
  return serving(lists, (query, list, limit) => {
    const after = query.get('after');
    const from = after === null ? Number(query.get('offset')) : list.filter((id) => id <= after).length;
    const body = page({ list, limit, from });
    const last = body.data.at(-1)?.id ?? '';
    query.delete('offset');
    query.set('after', last);
    const link = { link: `<https://docs.example>; rel="help", <customers?${query}>; rel="next"` };
    return json(200, body, from + limit < list.length ? link : {});
  });
}

async function idsOf(items: AsyncIterable<{ id: string }>): Promise<string> {
  let ids = '';
  for await (const { id } of items) ids += id;
  return ids;
}

const letters = [...'abcdefg'];

describe.each([
  ['with links', linking],
  ['without links', listing],
] as const)('lists of a server %s', (_name, listing) => {
  test.each([
    [1, 7],
    [3, 3],
    [7, 1],
    [200, 1],
  ])('are read in pages of %i with %i requests', async (limit, requests) => {
    const { client, received } = await clientOf(listing(letters));

    expect(await idsOf(client.listCustomers.all({ query: { limit } }))).toBe('abcdefg');
    expect(received).toHaveLength(requests);
  });

  test('keep filters and sort order on every page', async () => {
    const { client, received } = await clientOf(listing(letters));

    await idsOf(client.listCustomers.all({ query: { q: 'a b&c', sort: 'createdAt.asc', limit: 4 } }));

    expect(received).toHaveLength(2);
    for (const { url } of received) {
      const { pathname, searchParams } = new URL(url ?? '', 'http://x');
      expect(pathname).toBe('/v1/customers');
      expect(Object.fromEntries(searchParams)).toMatchObject({
        q: 'a b&c',
        sort: 'createdAt.asc',
        limit: '4',
      });
    }
  });

  test('start at the given offset', async () => {
    const { client } = await clientOf(listing(letters));

    expect(await idsOf(client.listCustomers.all({ query: { offset: 5 } }))).toBe('fg');
  });

  test('may be empty', async () => {
    const { client, received } = await clientOf(listing([]));

    expect(await idsOf(client.listCustomers.all())).toBe('');
    expect(received).toHaveLength(1);
  });

  test('include records appended during the iteration', async () => {
    const { client } = await clientOf(listing(letters, [...letters, 'h', 'i']));

    expect(await idsOf(client.listCustomers.all({ query: { limit: 4 } }))).toBe('abcdefghi');
  });

  test('are not read beyond the end of the loop', async () => {
    const { client, received } = await clientOf(listing(letters));

    for await (const { id } of client.listCustomers.all({ query: { limit: 2 } })) if (id === 'b') break;

    expect(received).toHaveLength(1);
  });

  test('can be cancelled between pages', async () => {
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

  test('throw the API error of any page', async () => {
    const { client } = await clientOf(listing(letters), apiError(403, 'insufficient_scope'));

    await expect(idsOf(client.listCustomers.all({ query: { limit: 2 } }))).rejects.toThrow(ApiError);
  });
});

test('yields every unmoved record once while records before the cursor are moved, deleted or added', async () => {
  const moved = [...'bcdefgz'];
  const { client } = await clientOf(linking(letters, moved, moved));
  expect(await idsOf(client.listCustomers.all({ query: { limit: 2 } }))).toBe('abcdefgz');

  const shrunk = await clientOf(linking([...'abcdefgh'], [...'abcdefgh'], [...'efgh']));
  expect(await idsOf(shrunk.client.listCustomers.all({ query: { limit: 2 } }))).toBe('abcdefgh');

  const grown = await clientOf(linking([...'xyz'], [...'abcdefxyz']));
  expect(await idsOf(grown.client.listCustomers.all({ query: { limit: 2 } }))).toBe('xyz');
});

test('starts at the given cursor', async () => {
  const { client, received } = await clientOf(linking(letters));
  expect(await idsOf(client.listCustomers.all({ query: { after: 'e', limit: 200 } }))).toBe('fg');
  expect(received).toHaveLength(1);
});

describe('lists of a server without links', () => {
  test('end when records are deleted during the iteration', async () => {
    const { client, received } = await clientOf(listing(letters, [...'abc']));

    expect(await idsOf(client.listCustomers.all({ query: { limit: 4 } }))).toBe('abcd');
    expect(received).toHaveLength(2);
  });

  test('end at an empty page, whatever the total', async () => {
    const { client, received } = await clientOf(json(200, { data: [], total: 7, limit: 50, offset: 0 }));

    expect(await idsOf(client.listCustomers.all())).toBe('');
    expect(received).toHaveLength(1);
  });
});

test('reads a mock that repeats one page and its link only once', async () => {
  const link = '<customers?after=Zk9v>; rel="next"';
  const { client, received } = await clientOf(
    json(200, page({ list: letters, limit: 50, from: 0 }), { link }),
  );

  expect(await idsOf(client.listCustomers.all())).toBe('abcdefg');
  expect(received).toHaveLength(2);
});
