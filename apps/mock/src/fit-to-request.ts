import { createHash } from 'node:crypto';

/** An example of a record, as a single read returns it. */
export interface ExampleRecord {
  id: string;
  externalId?: string | null;
}

interface ListBody<Item> {
  data: readonly Item[];
}

interface FittedRequest {
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

const isList = (body: unknown): body is ListBody<ExampleRecord> =>
  Array.isArray((body as Partial<ListBody<unknown>> | undefined)?.data);

/** Returns an id that is always the same for an external id. */
function idFor(externalId: string): string {
  return String(createHash('sha256').update(externalId).digest().readUInt32BE());
}

/** Returns the result of an item: that of the example, or the record with its external id is updated, or one is created. */
function resultFor(
  { externalId }: { externalId: string },
  example: ListBody<ExampleRecord>,
  records: readonly ExampleRecord[],
): object {
  const has = (one: ExampleRecord) => one.externalId === externalId;
  const record = records.find(has);
  const result = record ? { id: record.id, status: 'UPDATED' } : { id: idFor(externalId), status: 'CREATED' };
  return example.data.find(has) ?? { externalId, ...result, error: null };
}

/**
 * Fits an example to the request: a list of the request gets a result for each of its items, and with `include` the items of a page
 * are complete records.
 *
 * @param records examples of the same kind of record
 */
export function fitToRequest(
  example: unknown,
  { query, body }: FittedRequest,
  records: readonly ExampleRecord[],
): unknown {
  if (!isList(example)) return example;
  if (isList(body))
    return { ...example, data: body.data.map((item) => resultFor(item as never, example, records)) };
  if (query.include === undefined) return example;
  const complete = new Map(records.map((record) => [record.id, record]));
  return { ...example, data: example.data.map((item) => complete.get(item.id) ?? item) };
}
