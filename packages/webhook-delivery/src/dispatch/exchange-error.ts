import { TargetRefusedError } from '../target/target-error.ts';

/** How far an exchange came. */
export type Phase = 'connect' | 'tls' | 'send';

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

/** A kept connection is of no use for this request, which a new one may carry at once. */
export class UnusableConnectionError extends Error {
  override readonly name = 'UnusableConnectionError';
  /** The request was written before that turned out. */
  readonly requestSent: boolean;

  constructor(requestSent: boolean) {
    super('A kept connection could not be used.');
    this.requestSent = requestSent;
  }
}

/** What an error of Node's HTTP client means; our own errors as they are. The text names no address of ours. */
export function explain(error: NodeJS.ErrnoException, phase: Phase): Error {
  const ours = [ExchangeError, UnusableConnectionError, TargetRefusedError];
  if (ours.some((kind) => error instanceof kind)) return error;
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
