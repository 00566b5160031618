import type { ApiError, ErrorCode } from '@pv-planning/contract/pages';

/** Why a request has no result. */
export type Failure =
  /** The device has no connection. */
  | { kind: 'offline' }
  /** The service does not answer, or says that it cannot. What became of the request is unknown. */
  | { kind: 'away'; requestId: string | null }
  /** Too many requests, or more changes than the service allows. */
  | { kind: 'busy'; code: ErrorCode; seconds: number }
  /** The service has refused the request. */
  | { kind: 'refused'; code: ErrorCode; details: ApiError['details'] };

export type Answer<Data> = { data: Data; failure?: never } | { data?: never; failure: Failure };

interface Fetched<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

function failureOf(response: Response, error: unknown): Failure {
  const { status, headers } = response;
  const code = (error as Partial<ApiError> | undefined)?.error;
  if (status >= 500 || code === undefined) return { kind: 'away', requestId: headers.get('X-Request-Id') };
  if (status === 429) return { kind: 'busy', code, seconds: Number(headers.get('Retry-After') ?? 60) };
  return { kind: 'refused', code, details: (error as ApiError).details };
}

/** Waits for a request, whose failures become values. */
export async function answerOf<Data>(request: Promise<Fetched<Data>>): Promise<Answer<Data>> {
  try {
    const { data, error, response } = await request;
    const isMissing = data === undefined && response.status !== 204;
    return isMissing || !response.ok ? { failure: failureOf(response, error) } : { data: data as Data };
  } catch {
    return { failure: navigator.onLine ? { kind: 'away', requestId: null } : { kind: 'offline' } };
  }
}
