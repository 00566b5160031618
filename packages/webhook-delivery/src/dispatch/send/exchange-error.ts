import { TargetRefusedError } from '../../target/target-error.ts';

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

/** This machine has run out of something or is cut off: says nothing of the receiver. */
const ownFaults = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'ENETUNREACH',
]);

const chain = 'The receiver must send its whole chain, up to a publicly trusted authority';

/** In words for the endpoint's owner; OpenSSL's own speak to whoever calls it. */
const tlsFaults: Partial<Record<string, string>> = {
  EPROTO: 'The receiver does not speak TLS, or no version of it that we do.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed; a publicly trusted one is needed.',
  SELF_SIGNED_CERT_IN_CHAIN: `The certificate goes back to an authority that is not publicly trusted. ${chain}.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `The certificate of an authority is missing. ${chain}.`,
  UNABLE_TO_GET_ISSUER_CERT: `The certificate of an authority is missing. ${chain}.`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `The certificate of an authority is missing. ${chain}.`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for other hosts.',
};

/**
 * What an error of Node's HTTP client means: an `ExchangeError`, whose text names no address of ours, unless the receiver has no
 * part in it.
 */
export function explain(error: NodeJS.ErrnoException, phase: Phase): Error {
  const known = [ExchangeError, UnusableConnectionError, TargetRefusedError];
  if (known.some((kind) => error instanceof kind)) return error;
  // Where several addresses were tried, one that was reached tells of the receiver.
  const errors: NodeJS.ErrnoException[] = error instanceof AggregateError ? error.errors : [error];
  const code = errors.map((one) => one.code ?? '').find((one) => !ownFaults.has(one));
  if (code === undefined) return error;
  const text = `${code} ${error.message}`.trim();
  if (code.startsWith('HPE_'))
    return new ExchangeError('protocol_error', `The answer is not HTTP (${text}).`);
  if (phase === 'tls' || /^ERR_(TLS|SSL)_/.test(code)) {
    const fault = tlsFaults[code];
    return new ExchangeError('tls_error', fault ? `${fault} (${code})` : text);
  }
  if (code === 'ECONNREFUSED')
    return new ExchangeError('connection_refused', 'The receiver refused the connection.');
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return new ExchangeError('connection_reset', 'The receiver closed the connection without an answer.');
  }
  return new ExchangeError('connection_failed', `No connection to the receiver (${code || 'unknown'}).`);
}
