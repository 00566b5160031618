import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { sameAddress } from '../../target/address.ts';
import { TargetRefusedError } from '../../target/target-error.ts';
import type { Address } from '../../target/vet-target.ts';
import { ExchangeError, explain, type Phase, UnusableConnectionError } from './exchange-error.ts';
import { type AnswerLimits, collectAnswer, type HttpAnswer } from './http-answer.ts';
import type { RequestTarget } from './request-target.ts';

export interface ExchangeOptions extends AnswerLimits {
  target: RequestTarget;
  headers: Record<string, string>;
  body: string;
  /** When the attempt began, and when the answer's headers must be there, on the clock of `performance.now()`. */
  begun: number;
  deadline: number;
  /** Milliseconds within which a reused connection that breaks was probably closed before the request arrived. */
  staleConnectionMs: number;
}

/** Milliseconds from the beginning of the attempt to each point that was reached. */
export type ExchangeTimings = Partial<Record<'connected' | 'secured' | 'answered' | 'resent', number>>;

/** Interim answers (1xx) after which a receiver is not heard any longer. */
const interimAnswersHeard = 20;

/**
 * POSTs the body and returns the answer as soon as its fate is known: redirects are not followed, the body is
 * kept up to a limit and not waited for beyond `bodyMs`. Throws `ExchangeError`, and `TargetRefusedError` for a
 * connection to another address.
 *
 * A kept connection may have been closed by the receiver just then: one that breaks soon and without any byte of an
 * answer is taken for that, and the request is made once more at once on a new one. A receiver that read the request
 * and broke off gets it twice then, as it may at any time.
 */
export async function exchange(options: ExchangeOptions, timings: ExchangeTimings): Promise<HttpAnswer> {
  try {
    return await attempt(options, 'kept', timings);
  } catch (error) {
    if (!(error instanceof UnusableConnectionError)) throw error;
    if (error.requestSent) timings.resent = performance.now() - options.begun;
    return attempt(options, 'new', timings);
  }
}

function attempt(
  options: ExchangeOptions,
  connection: 'kept' | 'new',
  timings: ExchangeTimings,
): Promise<HttpAnswer> {
  const { target, headers, body, begun, deadline } = options;
  const { isSecure } = target;
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  let phase: Phase = 'connect';

  const request: ClientRequest = (isSecure ? httpsRequest : httpRequest)({
    ...target.options,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    ...(connection === 'new' && { agent: false }),
  });
  const timer = setTimeout(
    () => request.destroy(new ExchangeError('timeout', 'The receiver did not answer in time.')),
    Math.max(0, deadline - performance.now()),
  );
  let isStale = () => false;
  request.once('socket', (socket) => {
    if (request.reusedSocket) {
      phase = 'send';
      isStale = stalenessOf(socket, options.staleConnectionMs);
      // Nothing has been written yet. The name may lead elsewhere by now.
      if (leadsElsewhere(socket, target.addresses)) request.destroy(new UnusableConnectionError(false));
      return;
    }
    socket.once('connect', () => {
      timings.connected = performance.now() - begun;
      phase = isSecure ? 'tls' : 'send';
      if (leadsElsewhere(socket, target.addresses)) request.destroy(misled());
    });
    (socket as TLSSocket).once('secureConnect', () => {
      timings.secured = performance.now() - begun;
      phase = 'send';
    });
  });
  let interimAnswers = 0;
  request.on('information', () => {
    interimAnswers += 1;
    if (interimAnswers < interimAnswersHeard) return;
    request.destroy(new ExchangeError('protocol_error', 'The receiver sent interim answers only.'));
  });
  request.once('response', (response) => {
    clearTimeout(timer);
    timings.answered = performance.now() - begun;
    collectAnswer(request, response, options).then(resolve, reject);
  });
  // What breaks after the headers changes nothing: they have said whether the event was received.
  const isAnswered = () => timings.answered !== undefined;
  const fail = (error: NodeJS.ErrnoException) => {
    clearTimeout(timer);
    if (isAnswered()) return;
    const broken = error.code === 'ECONNRESET' || error.code === 'EPIPE';
    reject(broken && isStale() ? new UnusableConnectionError(true) : explain(error, phase));
  };
  request.on('error', fail);
  request.once('close', () => {
    if (!isAnswered()) fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  });
  request.end(body);
  return promise;
}

/** Says of a kept connection that breaks, from now on, whether the receiver had most likely closed it before. */
function stalenessOf(socket: Socket, withinMs: number): () => boolean {
  const { bytesRead } = socket;
  const begun = performance.now();
  return () => socket.bytesRead === bytesRead && performance.now() - begun < withinMs;
}

/** A connection that is already gone leads nowhere. */
const leadsElsewhere = ({ remoteAddress }: Socket, addresses: readonly Address[]) =>
  remoteAddress !== undefined && !addresses.some(({ address }) => sameAddress(address, remoteAddress));

const misled = () =>
  new TargetRefusedError('blocked_address', 'The connection led to an address that was not judged.');
