import { isDeepStrictEqual } from 'node:util';
import type { RequestKind } from '../process/load.ts';
import type { ServerProcess } from '../process/server-process.ts';

async function answer({ url, pid }: ServerProcess, { method, headers, paths, body }: RequestKind) {
  const numbered = body?.replace('{n}', String(pid));
  const response = await fetch(url + paths[0], { method, headers, ...(numbered && { body: numbered }) });
  return { status: response.status, text: await response.text() };
}

/** What differs between two writes by its nature. */
const ownToEach = new Set(['id', 'phone', 'createdAt', 'updatedAt']);

function comparable(text: string, isWrite: boolean): unknown {
  return JSON.parse(text, (field, value) => (isWrite && ownToEach.has(field) ? typeof value : value));
}

/** A yardstick that does other work measures nothing. @throws Error when two servers answer a request differently */
export async function requireSameAnswers(
  ours: ServerProcess,
  yardstick: ServerProcess,
  kind: RequestKind,
): Promise<void> {
  const isWrite = kind.method !== 'GET';
  const [expected, actual] = [await answer(ours, kind), await answer(yardstick, kind)];
  const isSame =
    expected.status === actual.status &&
    isDeepStrictEqual(comparable(actual.text, isWrite), comparable(expected.text, isWrite));
  if (isSame) return;
  throw new Error(
    `The yardstick answers ${kind.method} ${kind.paths[0]} differently.\nours: ${expected.status} ${expected.text}\nyardstick: ${actual.status} ${actual.text}`,
  );
}
