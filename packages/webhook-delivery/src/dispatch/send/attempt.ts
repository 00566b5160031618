import { sign } from '@pv-planning/webhooks';
import type { DeliveryRules } from '../../queue/rules.ts';
import type { SecretOpener } from '../../secrets/signing-secret.ts';
import { NameLookupError, RejectedTargetError } from '../../target/target-error.ts';
import type { Claim } from '../claim/claim.ts';
import type { ClaimedTargets } from './claimed-target.ts';
import { ExchangeError } from './exchange-error.ts';
import { type ExchangeTimings, exchange } from './http-exchange.ts';
import type { HttpResponse } from './http-response.ts';
import { parseRetryAfter, retryDelay } from './retry-delay.ts';

export type AttemptErrorCode =
  | ExchangeError['code']
  | 'http_status'
  | 'redirect'
  | 'dns_error'
  | 'blocked_address'
  | 'internal';

/** The result of one attempt. */
export interface AttemptResult {
  claim: Claim;
  outcome: 'delivered' | 'failed';
  errorCode: AttemptErrorCode | null;
  /** For the endpoint's owner; reveals nothing about our network. */
  errorText: string | null;
  /** Unix milliseconds of the database's clock. */
  startedAtMs: number;
  durationMs: number;
  timings: ExchangeTimings & { resolved?: number };
  requestHeaders: Record<string, string> | null;
  response: HttpResponse | null;
  /** Wait until the next attempt, if attempts are left. */
  retryInMs: number;
  /** Pause that the receiver requested for all events. */
  requestedPauseMs: number;
  /** An error of the service itself, for its log. */
  internalError?: unknown;
}

export interface AttemptContext {
  rules: DeliveryRules;
  openSecret: SecretOpener;
  targets: ClaimedTargets;
}

interface Failure {
  code: AttemptErrorCode;
  text: string;
  internalError?: unknown;
}

/** Signs a claimed delivery, sends it once and returns the result. Never throws. */
export async function performAttempt(claim: Claim, context: AttemptContext): Promise<AttemptResult> {
  const { rules } = context;
  const begun = performance.now();
  const startedAtMs = claim.claimedAt.databaseMs + (begun - claim.claimedAt.monotonicMs);
  const result: AttemptResult = {
    claim,
    outcome: 'failed',
    errorCode: null,
    errorText: null,
    startedAtMs,
    durationMs: 0,
    timings: {},
    requestHeaders: null,
    response: null,
    retryInMs: 0,
    requestedPauseMs: 0,
  };
  const failure = await send(result, context, begun).catch(failureOf);
  result.durationMs = Math.round(performance.now() - begun);
  if (!failure) {
    result.outcome = 'delivered';
    return result;
  }
  const requestedPauseMs = Math.min(rules.retryCapMs, requestedPause(result.response, startedAtMs));
  const retryInMs = retryDelay(
    {
      failure: claim.failureNumber,
      overloaded: failure.code === 'timeout' || result.response?.status === 429,
      retryAfterMs: requestedPauseMs,
    },
    rules,
  );
  const { code: errorCode, text: errorText, internalError } = failure;
  return { ...result, errorCode, errorText, retryInMs, requestedPauseMs, internalError };
}

async function send(
  result: AttemptResult,
  { rules, openSecret, targets }: AttemptContext,
  begun: number,
): Promise<Failure | undefined> {
  const { claim, timings } = result;
  const target = await targets(claim.endpoint);
  timings.resolved = performance.now() - begun;
  result.requestHeaders = signedHeaders(claim, openSecret);
  result.response = await exchange(
    {
      target,
      headers: result.requestHeaders,
      body: claim.body,
      begun,
      deadline: begun + rules.timeoutMs,
      staleConnectionMs: rules.staleConnectionMs,
      bodyLimit: rules.responseBodyLimit,
      bodyMs: rules.responseBodyMs,
    },
    timings,
  );
  const { status, headers } = result.response;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    const text = `Responded with ${status} to ${headers.location}; redirects are not followed.`;
    return { code: 'redirect', text };
  }
  return { code: 'http_status', text: `Responded with ${status}; only 200 to 299 confirms receipt.` };
}

/** A busy receiver may request a pause. */
function requestedPause(response: HttpResponse | null, nowMs: number): number {
  if (response?.status !== 429 && response?.status !== 503) return 0;
  return parseRetryAfter(response.headers['retry-after'], nowMs) ?? 0;
}

function signedHeaders(claim: Claim, openSecret: SecretOpener): Record<string, string> {
  const { endpoint, companyId, eventId, body, claimedAt } = claim;
  const owner = { companyId, endpointId: endpoint.id };
  const sealed = [endpoint.secret, ...(endpoint.previousSecret ? [endpoint.previousSecret] : [])];
  // The database's clock, which does not depend on this machine: receivers reject timestamps that are 5 minutes off.
  const timestamp = Math.floor((claimedAt.databaseMs + performance.now() - claimedAt.monotonicMs) / 1000);
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'PV-Planning-Webhooks/1',
    accept: '*/*',
    'accept-encoding': 'identity',
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign({
      secret: sealed.map((text) => openSecret(text, owner)),
      id: eventId,
      timestamp,
      body,
      mode: endpoint.signatureMode,
    }),
  };
}

function failureOf(error: unknown): Failure {
  if (error instanceof ExchangeError) return { code: error.code, text: error.message };
  if (error instanceof NameLookupError && !error.isLocal) return { code: 'dns_error', text: error.message };
  if (error instanceof RejectedTargetError) return { code: 'blocked_address', text: error.message };
  return { code: 'internal', text: 'The service could not make the attempt.', internalError: error };
}
