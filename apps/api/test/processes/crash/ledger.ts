import type { Caller } from './http-caller.ts';

type Kind = 'customer' | 'project';

/** The acknowledged state of a record. */
export interface LedgerRecord {
  kind: Kind;
  id: string;
  notes: string;
  updates: number;
  deleted: boolean;
}

interface StoredRecord {
  id: string;
  notes: string | null;
}

interface StoredEvent {
  id: string;
  type: string;
  data: { id: string };
}

interface ListPage<Item> {
  data: Item[];
  total: number;
}

const pageSize = 200;

export async function everything<Item>(call: Caller, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const { status, body } = await call('GET', `${path}&limit=${pageSize}&offset=${items.length}`);
    if (status !== 200) throw new Error(`GET ${path} → ${status}`);
    const { data, total } = body as ListPage<Item>;
    items.push(...data);
    if (data.length === 0 || items.length >= total) return items;
  }
}

/** Returns all differences between the records and events acknowledged since `since` and those that the service has now. */
export async function differences(
  call: Caller,
  records: readonly LedgerRecord[],
  since: string,
): Promise<string[]> {
  const customers = await everything<StoredRecord>(
    call,
    `/v1/customers?sort=createdAt.asc&updatedFrom=${since}`,
  );
  const projects = await everything<StoredRecord>(
    call,
    `/v1/projects?sort=createdAt.asc&updatedFrom=${since}`,
  );
  const stored = new Map([
    ...customers.map(({ id, notes }) => [`customer ${id}`, notes] as const),
    ...projects.map(({ id, notes }) => [`project ${id}`, notes] as const),
  ]);
  const counts = new Map<string, number>();
  for (const { type, data } of await everything<StoredEvent>(
    call,
    `/v1/events?sort=createdAt.asc&createdFrom=${since}`,
  )) {
    const name = `${type} ${data.id}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return records.flatMap(({ kind, id, notes, updates, deleted }) => {
    const differences: string[] = [];
    const [expected, found] = [deleted ? undefined : notes, stored.get(`${kind} ${id}`)];
    if (found !== expected)
      differences.push(`${kind} ${id}: ${found ?? 'absent'} instead of ${expected ?? 'absent'}`);
    const events = { created: 1, updated: updates, deleted: deleted ? 1 : 0 };
    for (const [change, count] of Object.entries(events)) {
      const seen = counts.get(`${kind}.${change} ${id}`) ?? 0;
      if (seen !== count) differences.push(`${kind} ${id}: ${seen} × ${kind}.${change} instead of ${count}`);
    }
    return differences;
  });
}
