import {
  type DescribedResponse,
  type Example,
  jsonOf,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  resolveReference,
} from '@pv-planning/contract/document';
import { invalidRequest } from '@pv-planning/server-kit';
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { type ExampleRecord, fitToRequest } from './fit-to-request.ts';
import type { Preferences } from './preferences.ts';

export interface ExampleResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Undefined if the response has none. */
  body: unknown;
}

export interface ExampleRequest extends Preferences {
  operationId: string;
  /** The parameters of the path. */
  params: Readonly<Record<string, string | undefined>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** Headers that are left out: the examples are the only page of a list, nothing is stored, and each request has an id of its own. */
const omitted = ['link', 'idempotent-replayed', 'x-request-id', 'content-type'];

/** The server kit has checked the request. */
const settings = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

const noLog = createLogger('mock', { level: 'silent' });

/** Returns the responses of the operations of a document, which Prism makes from the examples. */
export async function exampleResponses(
  document: OpenApiDocument,
): Promise<(request: ExampleRequest) => Promise<ExampleResponse>> {
  // Prism resolves references in place, so pass a copy.
  const resources = await getHttpOperationsFromSpec(structuredClone(document));
  const prism = createInstance({ ...settings, mock: { dynamic: false } }, { logger: noLog });
  const operations = new Map(operationsOf(document).map((placed) => [placed.operation.operationId, placed]));

  return async ({ operationId, params, query, body: sent, ...preferences }) => {
    const placed = operations.get(operationId);
    const resource = resources.find(({ iid }) => iid === operationId);
    if (!placed || !resource) throw new Error(`The contract has no ${operationId}.`);
    const { status, example } = preferredResponse(document, placed, params, preferences);
    const { dynamic } = preferences;
    const isChosen = preferences.code !== undefined || preferences.example !== undefined || dynamic;
    const exampleKey = example !== undefined && !dynamic ? { exampleKey: example } : {};
    const result = await prism.request({ method: placed.method, url: { path: placed.path } }, [resource], {
      ...settings,
      mock: { code: status, dynamic, ...exampleKey },
    })();
    if (result._tag === 'Left') throw result.left;
    const { statusCode, headers = {}, body } = result.right.output;
    return {
      status: statusCode,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !omitted.includes(name.toLowerCase())),
      ),
      body: isChosen
        ? body
        : fitToRequest(
            body,
            { query, body: sent, slug: params.slug, changedId: changedId(placed, statusCode, params) },
            recordsOf(document, placed),
          ),
    };
  };
}

/**
 * Returns the examples of the single read that belongs to an operation: to a list or upsert, a change, an action, or a part below
 * the path of the record. Empty for other operations.
 */
function recordsOf(document: OpenApiDocument, { path }: PlacedOperation): ExampleRecord[] {
  const ofList = `${path.replace(/\/upsert$/, '')}/{id}`;
  const above = path.replace(/\/[^/{}]+$/, '');
  const read = operationsOf(document).find(
    (other) => other.method === 'get' && [ofList, path, above].includes(other.path) && /\}$/.test(other.path),
  );
  const examples = read && examplesOf(document, read).get(200);
  return [...(examples?.values() ?? [])] as ExampleRecord[];
}

/** Returns the id in the path of an operation that changes a record; undefined for reads, and for operations that create one. */
function changedId(
  { method, path }: PlacedOperation,
  status: number,
  params: ExampleRequest['params'],
): string | undefined {
  const [, name = ''] = /\{(\w+)\}[^{]*$/.exec(path) ?? [];
  return method === 'get' || status !== 200 ? undefined : params[name];
}

/** Returns the examples of each status of an operation, by name. */
function examplesOf(
  document: OpenApiDocument,
  { operation }: PlacedOperation,
): Map<number, Map<string, unknown>> {
  return new Map(
    Object.entries(operation.responses).map(([status, response]) => {
      const { examples = {} } = jsonOf(resolveReference<DescribedResponse>(document, response)) ?? {};
      const values = Object.entries(examples).map(
        ([name, example]) => [name, resolveReference<Example>(document, example).value] as const,
      );
      return [Number(status), new Map(values)];
    }),
  );
}

/**
 * Returns the status and the name of the example that a request gets: the preferred ones, otherwise the example of a success with the
 * id or the slug in the path, so that a read agrees with the event that names the record, otherwise the first one.
 *
 * @throws 400 `invalid_request` if there is no response as preferred
 */
function preferredResponse(
  document: OpenApiDocument,
  placed: PlacedOperation,
  params: ExampleRequest['params'],
  { code, example }: Preferences,
): { status: number; example: string | undefined } {
  const all = examplesOf(document, placed);
  const [success = 200] = all.keys();
  const statusOfExample = [...all.keys()].find((status) => all.get(status)?.has(example ?? ''));
  const status = code ?? statusOfExample ?? success;
  const examples = all.get(status);
  if (!examples) throw notThere('status', code, [...all.keys()]);
  if (example !== undefined) {
    if (examples.has(example)) return { status, example };
    throw notThere(
      'example',
      example,
      code === undefined ? [...all.values()].flatMap((names) => [...names.keys()]) : [...examples.keys()],
    );
  }
  const names = Object.values(params);
  const isNamed = (value: unknown) => {
    const { id, slug } = (value ?? {}) as Partial<ExampleRecord>;
    return [id, slug].some((name) => name !== undefined && names.includes(name));
  };
  const [named] = [...examples].find(([, value]) => isNamed(value)) ?? [];
  return { status, example: named };
}

function notThere(kind: 'status' | 'example', preferred: unknown, possible: readonly unknown[]) {
  const message = `names the ${kind} ${preferred}, which this operation does not have: ${possible.join(', ')}`;
  return invalidRequest({ in: 'header', path: 'Prefer', code: `unknown_${kind}`, message });
}
