import type { RequestKind } from '../process/load.ts';
import type { ServerProcess } from '../process/server-process.ts';

async function responseOf({ url, pid }: ServerProcess, { method, headers, paths, body }: RequestKind) {
  const numbered = body?.replace('{n}', String(pid));
  const response = await fetch(url + paths[0], { method, headers, ...(numbered && { body: numbered }) });
  return { status: response.status, text: await response.text() };
}

/** Fields that always differ between two writes. */
const uniqueFields = ['id', 'phone', 'createdAt', 'updatedAt'];

function comparable(text: string, own: readonly string[]): unknown {
  return JSON.parse(text, (field, value) => (own.includes(field) ? typeof value : value));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether the responses are the same. Objects with an ID are records; the records of the yardstick may lack a few fields, which do
 * not affect the comparison.
 */
export function isSameResponse(ours: unknown, yardstick: unknown): boolean {
  if (Array.isArray(ours) && Array.isArray(yardstick)) {
    return (
      ours.length === yardstick.length && ours.every((item, index) => isSameResponse(item, yardstick[index]))
    );
  }
  if (!isObject(ours) || !isObject(yardstick)) return Object.is(ours, yardstick);
  const fields = Object.keys('id' in yardstick ? yardstick : { ...ours, ...yardstick });
  return fields.every((field) => field in ours && isSameResponse(ours[field], yardstick[field]));
}

/**
 * Requires that two servers give the same responses, because otherwise they cannot be compared.
 *
 * @param own additional fields that always differ between two writes
 * @throws Error if the responses differ
 */
export async function requireSameResponses(
  ours: ServerProcess,
  yardstick: ServerProcess,
  kind: RequestKind,
  own: readonly string[] = [],
): Promise<void> {
  const differing = kind.method === 'GET' ? [] : [...uniqueFields, ...own];
  const [expected, actual] = [await responseOf(ours, kind), await responseOf(yardstick, kind)];
  const isSame =
    expected.status === actual.status &&
    isSameResponse(comparable(expected.text, differing), comparable(actual.text, differing));
  if (isSame) return;
  throw new Error(
    `The yardstick responds to ${kind.method} ${kind.paths[0]} differently.\nours: ${expected.status} ${expected.text}\nyardstick: ${actual.status} ${actual.text}`,
  );
}
