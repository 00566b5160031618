import { calls, type OperationId } from '@pv-planning/contract';
import { connect } from '../configuration.ts';
import { UsageError } from '../failure.ts';
import { show } from '../output.ts';
import { suggestion } from '../suggestion.ts';

const prefix = '/v1/';
const reads = (Object.keys(calls) as OperationId[])
  .filter((operationId) => calls[operationId].method === 'GET')
  .map((operationId) => {
    return { operationId, segments: calls[operationId].path.slice(prefix.length).split('/') };
  });
type Read = (typeof reads)[number];

const isPlaceholder = (segment: string) => segment.startsWith('{');

/** The path of a read with its placeholders filled in from the given path. */
function filledIn({ segments }: Read, given: readonly string[]): string {
  return segments.map((segment, index) => (isPlaceholder(segment) ? given[index] : segment)).join('/');
}

/** The read with the given path; fixed names win over placeholders. */
function readAt(given: readonly string[]): Read {
  const alike = reads.filter(({ segments }) => segments.length === given.length);
  const path = given.join('/');
  const [found] = alike
    .filter((read) => filledIn(read, given) === path)
    .toSorted((a, b) => a.segments.filter(isPlaceholder).length - b.segments.filter(isPlaceholder).length);
  if (found) return found;
  const collections = [...new Set(reads.map(({ segments: [name = ''] }) => name))];
  const near = suggestion(
    path,
    alike.map((read) => filledIn(read, given)),
  );
  throw new UsageError(
    `There is nothing to read at "${path}".${near || ` Paths begin with ${collections.join(', ')}.`}`,
  );
}

/** Prints what the path leads to, such as `customers/1001` or `offers?state=ACCEPTED`. */
export async function get(path: string, { json }: { json: boolean }): Promise<void> {
  const [before = '', query] = path.split('?', 2);
  const given = before
    .replace(/^\/*(v1\/)?/, '')
    .replace(/\/$/, '')
    .split('/');
  const { operationId, segments } = readAt(given);
  const parameters = segments.flatMap((segment, index) =>
    isPlaceholder(segment) ? [[segment.slice(1, -1), given[index]] as const] : [],
  );
  const call = connect()[operationId] as (request: object) => Promise<unknown>;
  show(
    await call({ ...Object.fromEntries(parameters), query: Object.fromEntries(new URLSearchParams(query)) }),
    json,
  );
}
