import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Address } from '../target/vet-target.ts';

/** How far an exchange came. */
export type Phase = 'connect' | 'tls' | 'send';

export interface ExchangeOptions {
  url: URL;
  /** Connections go to these only. */
  addresses: Address[];
  headers: Record<string, string>;
  body: string;
  agents: Agents;
  /** When the answer's headers must be there, on the clock of `performance.now()`. */
  deadline: number;
  bodyLimit: number;
  /** Milliseconds for the rest of the answer once its headers are there. */
  bodyMs: number;
}

export interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
  /** Certificates to trust instead of the well-known authorities. */
  ca?: string | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  truncated: boolean;
}

/** The exchange ended without an answer. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly code:
    | 'timeout'
    | 'connection_refused'
    | 'connection_reset'
    | 'connection_failed'
    | 'tls_error'
    | 'protocol_error';

  constructor(code: ExchangeError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Milliseconds from the beginning to each point that was reached. */
export type ExchangeTimings = Partial<Record<'connected' | 'secured' | 'answered', number>>;

/**
 * POSTs the body and returns the answer as soon as its fate is known: redirects are not followed, the body is
 * kept up to a limit and not waited for beyond `bodyMs`. Throws `ExchangeError`.
 *
 * A kept connection that the receiver closed just then fails before any byte of an answer: that is tried once
 * more at once on a new one.
 */
export async function exchange(options: ExchangeOptions, timings: ExchangeTimings): Promise<HttpAnswer> {
  return (
    (await attempt(options, 'kept', timings)) ?? (await attempt(options, 'new', timings)) ?? neverAnswered()
  );
}

function neverAnswered(): never {
  throw new ExchangeError('connection_reset', 'The receiver closed the connection without an answer.');
}

/** Resolves to undefined when a kept connection turned out to be closed. */
function attempt(
  options: ExchangeOptions,
  connection: 'kept' | 'new',
  timings: ExchangeTimings,
): Promise<HttpAnswer | undefined> {
  const { url, headers, body, agents, deadline } = options;
  const begun = performance.now();
  const secure = url.protocol === 'https:';
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer | undefined>();
  let phase: Phase = 'connect';

  const request: ClientRequest = (secure ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent: connection === 'new' ? false : secure ? agents.https : agents.http,
    lookup: pinned(options.addresses),
    maxHeaderSize: 16_384,
    ...(secure && agents.ca && { ca: agents.ca }),
  });
  const timer = setTimeout(
    () => request.destroy(new ExchangeError('timeout', 'The receiver did not answer in time.')),
    Math.max(0, deadline - performance.now()),
  );
  request.once('socket', (socket) => {
    if (!socket.connecting) {
      phase = 'send';
      return;
    }
    socket.once('connect', () => {
      timings.connected = performance.now() - begun;
      phase = secure ? 'tls' : 'send';
    });
    (socket as TLSSocket).once('secureConnect', () => {
      timings.secured = performance.now() - begun;
      phase = 'send';
    });
  });
  request.once('response', (response) => {
    clearTimeout(timer);
    timings.answered = performance.now() - begun;
    collect(request, response, options).then(resolve, reject);
  });
  request.once('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(timer);
    if (request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) resolve(undefined);
    else reject(explain(error, phase));
  });
  request.once('close', () => {
    if (timings.answered === undefined) resolve(undefined);
  });
  request.end(body);
  return promise;
}

/** A look-up that knows nothing but the vetted addresses, so that no second answer of DNS can slip in. */
function pinned(addresses: Address[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}

/** Reads what the limits allow. An answer that is not read to its end takes its connection with it. */
function collect(
  request: ClientRequest,
  response: IncomingMessage,
  { bodyLimit, bodyMs }: ExchangeOptions,
): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const finish = (truncated: boolean) => {
      clearTimeout(timer);
      if (truncated) request.destroy();
      resolve({
        status: response.statusCode ?? 0,
        headers: textHeaders(response),
        body: Buffer.concat(chunks).subarray(0, bodyLimit).toString('utf8'),
        truncated,
      });
    };
    const timer = setTimeout(() => finish(true), bodyMs);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bodyLimit) finish(true);
    });
    response.once('end', () => finish(false));
    response.once('error', () => finish(true));
    response.once('close', () => finish(!response.complete));
  });
}

function textHeaders(response: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
  );
}

function explain(error: NodeJS.ErrnoException, phase: Phase): ExchangeError {
  if (error instanceof ExchangeError) return error;
  const code = error.code ?? '';
  const text = `${code} ${error.message}`.trim();
  if (code.startsWith('HPE_'))
    return new ExchangeError('protocol_error', `The answer is not HTTP (${text}).`);
  if (phase === 'tls' || /^ERR_(TLS|SSL)_/.test(code)) return new ExchangeError('tls_error', text);
  if (code === 'ECONNREFUSED')
    return new ExchangeError('connection_refused', 'The receiver refused the connection.');
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return new ExchangeError('connection_reset', 'The receiver closed the connection without an answer.');
  }
  return new ExchangeError('connection_failed', `No connection to the receiver (${code || 'unknown'}).`);
}
