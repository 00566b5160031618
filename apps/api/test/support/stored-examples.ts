import { beforeChange as bookings } from '../resources/bookings.ts';
import { beforeChange as offers } from '../resources/offers.ts';

const beforeChange: ReadonlyMap<string, object> = new Map<string, object>([...offers, ...bookings]);

/** Returns the example of a response with the records in a list as they are stored: before the change that examples show. */
export function asStored(example: unknown): unknown {
  const { data } = Object(example) as { data?: unknown };
  if (!Array.isArray(data)) return example;
  const listed = data.map((item: { id?: string }) => {
    const stored = Object.entries(beforeChange.get(item.id ?? '') ?? {});
    return { ...item, ...Object.fromEntries(stored.filter(([field]) => field in item)) };
  });
  return { ...(example as object), data: listed };
}
