import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { sameAddress } from '../../target/address.ts';
import { RejectedTargetError } from '../../target/target-error.ts';
import type { Address } from '../../target/vet-target.ts';
import { ExchangeError, explain, type Phase, UnusableConnectionError } from './exchange-error.ts';
import { collectResponse, type HttpResponse, type ResponseLimits } from './http-response.ts';
import type { RequestTarget } from './request-target.ts';

export interface ExchangeOptions extends ResponseLimits {
  target: RequestTarget;
  headers: Record<string, string>;
  body: string;
  /** Start of the attempt and deadline for the response headers, on the clock of `performance.now()`. */
  begun: number;
  deadline: number;
  /** A reused connection that breaks within this time was probably closed before the request arrived. */
  staleConnectionMs: number;
}

/** Milliseconds from the start of the attempt to each phase that was reached. */
export type ExchangeTimings = Partial<Record<'connected' | 'secured' | 'answered' | 'resent', number>>;

/** Maximum number of interim responses (1xx). */
const maxInterimResponses = 20;

/**
 * POSTs the body and returns the response. Does not follow redirects. Reads the response body up to a limit, for at most `bodyMs`.
 * Throws `ExchangeError`, and `RejectedTargetError` for a connection to another address.
 *
 * The receiver may have closed a keep-alive connection just before the request. If the connection breaks soon and without any byte of
 * a response, the request is sent once more on a new one. A receiver that read the request and then disconnected gets it twice, which
 * at-least-once delivery permits.
 */
export async function exchange(options: ExchangeOptions, timings: ExchangeTimings): Promise<HttpResponse> {
  try {
    return await attempt(options, 'keep-alive', timings);
  } catch (error) {
    if (!(error instanceof UnusableConnectionError)) throw error;
    if (error.requestSent) timings.resent = performance.now() - options.begun;
    return attempt(options, 'new', timings);
  }
}

function attempt(
  options: ExchangeOptions,
  connection: 'keep-alive' | 'new',
  timings: ExchangeTimings,
): Promise<HttpResponse> {
  const { target, headers, body, begun, deadline } = options;
  const { isSecure } = target;
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  let phase: Phase = 'connect';

  const request: ClientRequest = (isSecure ? httpsRequest : httpRequest)({
    ...target.options,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    ...(connection === 'new' && { agent: false }),
  });
  // Timers run before sockets are read: after the process was suspended, an unread response may be waiting.
  const timer = setTimeout(() => setImmediate(expire), Math.max(0, deadline - performance.now()));
  let isStale = () => false;
  request.once('socket', (socket) => {
    if (request.reusedSocket) {
      phase = 'send';
      isStale = stalenessOf(socket, options.staleConnectionMs);
      // Nothing has been written yet. The host name may have other addresses by now.
      if (isOtherAddress(socket, target.addresses)) request.destroy(new UnusableConnectionError(false));
      return;
    }
    socket.once('connect', () => {
      timings.connected = performance.now() - begun;
      phase = isSecure ? 'tls' : 'send';
      if (isOtherAddress(socket, target.addresses)) request.destroy(wrongAddress());
    });
    (socket as TLSSocket).once('secureConnect', () => {
      timings.secured = performance.now() - begun;
      phase = 'send';
    });
  });
  let interimResponses = 0;
  request.on('information', () => {
    interimResponses += 1;
    if (interimResponses < maxInterimResponses) return;
    request.destroy(new ExchangeError('protocol_error', 'The receiver sent only interim responses.'));
  });
  request.once('response', (response) => {
    clearTimeout(timer);
    timings.answered = performance.now() - begun;
    collectResponse(request, response, options).then(resolve, reject);
  });
  // Later errors are ignored: the headers determine whether the event was received.
  const hasResponse = () => timings.answered !== undefined;
  function expire(): void {
    if (hasResponse()) return;
    request.destroy(new ExchangeError('timeout', 'The receiver did not respond in time.'));
  }
  const fail = (error: NodeJS.ErrnoException) => {
    clearTimeout(timer);
    if (hasResponse()) return;
    const broken = error.code === 'ECONNRESET' || error.code === 'EPIPE';
    reject(broken && isStale() ? new UnusableConnectionError(true) : explain(error, phase));
  };
  request.on('error', fail);
  request.once('close', () => {
    if (!hasResponse()) fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
  });
  request.end(body);
  return promise;
}

/** Returns a function that checks whether the receiver probably closed a broken connection before the request. */
function stalenessOf(socket: Socket, withinMs: number): () => boolean {
  const { bytesRead } = socket;
  const begun = performance.now();
  return () => socket.bytesRead === bytesRead && performance.now() - begun < withinMs;
}

/** A closed connection has no address. */
const isOtherAddress = ({ remoteAddress }: Socket, addresses: readonly Address[]) =>
  remoteAddress !== undefined && !addresses.some(({ address }) => sameAddress(address, remoteAddress));

const wrongAddress = () =>
  new RejectedTargetError('blocked_address', 'The connection led to an address that was not checked.');
