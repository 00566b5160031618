// The examples describe one set of records: a record in an event or a list agrees with a single read of it.
import { readFileSync } from 'node:fs';
import { states } from '@pv-planning/contract';
import {
  type DescribedResponse,
  jsonOf,
  type OpenApiDocument,
  operationsOf,
  resolveReference,
  type Schema,
  webhooksOf,
} from '@pv-planning/contract/document';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractDocuments } from '../src/contract-documents.ts';
import { type Mock, startMock } from '../src/mock-server.ts';
import { eventTypes, sampleEvents } from '../src/sample-events.ts';

type Fields = Record<string, unknown>;

const document = contractDocuments.get('public') as OpenApiDocument;
const reads = operationsOf(document).filter(({ method }) => method === 'get');
const readPaths = new Set(reads.map(({ path }) => path));

let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ host: '127.0.0.1', port: 0, log: () => {} });
});
afterAll(() => mock.close());

async function read(path: string, prefer = ''): Promise<Fields> {
  const headers = { authorization: 'Bearer pvp_live_anything', prefer };
  const response = await fetch(mock.address + path, { headers });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Fields;
}

/** Returns the fields of a record that another one has, too. */
function sharedFields(record: Fields, other: Fields): Fields {
  return Object.fromEntries(
    Object.keys(other)
      .filter((name) => name in record)
      .map((name) => [name, record[name]]),
  );
}

/** Returns the path in the description of an event's data: "Read the rest with `GET /v1/offers/{id}`." */
function readPathOf(eventType: string): string {
  const webhook = webhooksOf(document).find(([type]) => type === eventType)?.[1];
  const event = resolveReference<Schema>(document, jsonOf(webhook?.requestBody)?.schema ?? {});
  const { description = '' } = resolveReference<Schema>(document, event.properties?.data ?? {});
  const [, path = ''] = /`GET ([^`]+)`/.exec(description) ?? [];
  expect(readPaths, `the description of the data of ${eventType} names a read`).toContain(path);
  return path;
}

/** Fields of events beyond the record: earlier values, and refunded amounts. */
const isRecordField = (name: string) =>
  !name.startsWith('previous') && !['refunded', 'refundedAt', 'refundAmountCents'].includes(name);

const recordFields = (data: Fields): Fields =>
  Object.fromEntries(Object.entries(data).filter(([name]) => isRecordField(name)));

test.each(eventTypes)('the record of %s is read as the event says', async (type) => {
  for (const { event } of sampleEvents([type])) {
    const data = recordFields(event.data as unknown as Fields);
    const path = readPathOf(type)
      .replace('{type}', String(data.materialType))
      .replace('{id}', String(data.id));
    const record = await read(path);
    expect(sharedFields(record, data)).toEqual(data);
  }
});

const lists = reads.filter(({ path }) => readPaths.has(`${path}/{id}`)).map(({ path }) => path);

test.each(lists.filter((path) => !path.includes('{')))(
  'the records of %s are read as listed',
  async (path) => {
    const { data } = (await read(path)) as { data: Fields[] };
    expect(data.length).toBeGreaterThan(0);
    for (const listed of data) {
      const record = await read(`${path}/${listed.id}`);
      expect(record).toMatchObject(sharedFields(listed, record));
      expect(record.id).toBe(listed.id);
    }
  },
);

test.each(Object.keys(states) as (keyof typeof states)[])(
  'there is an example of %s in each state, which the README names',
  async (kind) => {
    const operationId = `get${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const placed = reads.find(({ operation }) => operation.operationId === operationId);
    if (!placed) throw new Error(`The contract has no ${operationId}.`);
    const response = resolveReference<DescribedResponse>(
      document,
      placed.operation.responses[200] ?? { description: '' },
    );
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const found = new Set<unknown>();
    for (const name of Object.keys(jsonOf(response)?.examples ?? {})) {
      const { state, status } = await read(placed.path.replace('{id}', '1'), `example=${name}`);
      found.add(state ?? status);
      expect(readme).toContain(`\`${name}\``);
    }
    expect([...found].toSorted()).toEqual(Object.keys(states[kind].states).toSorted());
  },
);
