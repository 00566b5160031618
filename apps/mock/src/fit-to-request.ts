import { createHash } from 'node:crypto';

/** An example of a record, as a single read returns it. */
export interface ExampleRecord {
  id: string;
  externalId?: string | null;
  /** Of a booking type. */
  slug?: string;
  durationMinutes?: number;
}

interface ListBody<Item> {
  data: readonly Item[];
}

interface SlotsBody {
  from: string;
  slots: readonly { startsAt: string; endsAt: string }[];
}

interface FittedRequest {
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** The slug in the path. */
  slug: string | undefined;
  /** The id in the path of an operation that changes a record. */
  changedId: string | undefined;
}

const isSlots = (body: unknown): body is SlotsBody =>
  Array.isArray((body as Partial<SlotsBody> | undefined)?.slots);

/** Moves the slots of an example to the first day of the request. They are as long as appointments of the type, if it is an example. */
function slotsFor(
  { slots, ...example }: SlotsBody,
  { from, to }: { from: string; to: string },
  type: ExampleRecord | undefined,
): object {
  const movedMs = Date.parse(from) - Date.parse(example.from);
  const lengthOf = ({ startsAt, endsAt }: SlotsBody['slots'][number]) =>
    type?.durationMinutes === undefined
      ? Date.parse(endsAt) - Date.parse(startsAt)
      : type.durationMinutes * 60_000;
  return {
    ...{ ...example, from, to },
    slots: slots.map((slot) => {
      const start = Date.parse(slot.startsAt) + movedMs;
      const [startsAt, endsAt] = [start, start + lengthOf(slot)].map((time) => new Date(time).toISOString());
      return { ...slot, startsAt, endsAt };
    }),
  };
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
 * Fits an example to the request: a list of the request gets a result for each of its items, with `include` the items of a page
 * are complete records, slots are in the requested days, and a change returns the record with the id in the path.
 *
 * @param records examples of the same kind of record
 */
export function fitToRequest(
  example: unknown,
  { query, body, slug, changedId }: FittedRequest,
  records: readonly ExampleRecord[],
): unknown {
  if (isSlots(example)) {
    const type = records.find((record) => record.slug === slug);
    return slotsFor(example, query as { from: string; to: string }, type);
  }
  const { id } = (example ?? {}) as Partial<ExampleRecord>;
  if (changedId !== undefined && id !== undefined && records.some((record) => record.id === id))
    return { ...(example as object), id: changedId };
  if (!isList(example)) return example;
  if (isList(body))
    return { ...example, data: body.data.map((item) => resultFor(item as never, example, records)) };
  if (query.include === undefined) return example;
  const complete = new Map(records.map((record) => [record.id, record]));
  return { ...example, data: example.data.map((item) => complete.get(item.id) ?? item) };
}
