import { sign } from '@pv-planning/webhooks';
import type { DeliveryRules } from '../../queue/rules.ts';
import type { SecretOpener } from '../../secrets/signing-secret.ts';
import { NameLookupError, TargetRefusedError } from '../../target/target-error.ts';
import type { Claim } from '../claim/claim.ts';
import type { ClaimedTargets } from './claimed-target.ts';
import { ExchangeError } from './exchange-error.ts';
import type { HttpAnswer } from './http-answer.ts';
import { type ExchangeTimings, exchange } from './http-exchange.ts';
import { parseRetryAfter, retryDelay } from './retry-delay.ts';

export type AttemptErrorCode =
  | ExchangeError['code']
  | 'http_status'
  | 'redirect'
  | 'dns_error'
  | 'blocked_address'
  | 'internal';

/** What came of one attempt. */
export interface AttemptResult {
  claim: Claim;
  outcome: 'delivered' | 'failed';
  errorCode: AttemptErrorCode | null;
  /** For the endpoint's owner: says nothing of the inside of our network. */
  errorText: string | null;
  /** Unix milliseconds by the database's clock. */
  startedAtMs: number;
  durationMs: number;
  timings: ExchangeTimings & { resolved?: number };
  requestHeaders: Record<string, string> | null;
  answer: HttpAnswer | null;
  /** Wait before the next attempt, if there is one. */
  retryInMs: number;
  /** For how long the receiver asked to be left alone, whatever the event. */
  askedPauseMs: number;
  /** What went wrong on our side, for our log. */
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

/** Signs a claimed delivery anew, sends it once and says what came of it. Never throws. */
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
    answer: null,
    retryInMs: 0,
    askedPauseMs: 0,
  };
  const failure = await send(result, context, begun).catch(failureOf);
  result.durationMs = Math.round(performance.now() - begun);
  if (!failure) {
    result.outcome = 'delivered';
    return result;
  }
  const askedPauseMs = Math.min(rules.retryCapMs, retryAfter(result.answer, startedAtMs));
  const retryInMs = retryDelay(
    {
      failure: claim.failureNumber,
      overloaded: failure.code === 'timeout' || result.answer?.status === 429,
      retryAfterMs: askedPauseMs,
    },
    rules,
  );
  const { code: errorCode, text: errorText, internalError } = failure;
  return { ...result, errorCode, errorText, retryInMs, askedPauseMs, internalError };
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
  result.answer = await exchange(
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
  const { status, headers } = result.answer;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    const text = `Answered ${status} to ${headers.location}; redirects are not followed.`;
    return { code: 'redirect', text };
  }
  return { code: 'http_status', text: `Answered ${status}; only 200 to 299 confirms receipt.` };
}

/** A receiver that is busy may say for how long. */
function retryAfter(answer: HttpAnswer | null, nowMs: number): number {
  if (answer?.status !== 429 && answer?.status !== 503) return 0;
  return parseRetryAfter(answer.headers['retry-after'], nowMs) ?? 0;
}

function signedHeaders(claim: Claim, openSecret: SecretOpener): Record<string, string> {
  const { endpoint, companyId, eventId, body, claimedAt } = claim;
  const place = { companyId, endpointId: endpoint.id };
  const sealed = [endpoint.secret, ...(endpoint.previousSecret ? [endpoint.previousSecret] : [])];
  // The database's clock and not this machine's: a receiver refuses a timestamp that is 5 minutes off.
  const timestamp = Math.floor((claimedAt.databaseMs + performance.now() - claimedAt.monotonicMs) / 1000);
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'PV-Planning-Webhooks/1',
    accept: '*/*',
    'accept-encoding': 'identity',
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign({
      secret: sealed.map((text) => openSecret(text, place)),
      id: eventId,
      timestamp,
      body,
      mode: endpoint.signatureMode,
    }),
  };
}

function failureOf(error: unknown): Failure {
  if (error instanceof ExchangeError) return { code: error.code, text: error.message };
  if (error instanceof NameLookupError && !error.ownFault) return { code: 'dns_error', text: error.message };
  if (error instanceof TargetRefusedError) return { code: 'blocked_address', text: error.message };
  return { code: 'internal', text: 'The service could not make the attempt.', internalError: error };
}
