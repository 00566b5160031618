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

/** A kept connection was closed by the receiver before it could be used again: nothing was received. */
export class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

/** What an error of Node's HTTP client means. The text names no address of ours. */
export function explain(error: NodeJS.ErrnoException, phase: Phase): ExchangeError {
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
