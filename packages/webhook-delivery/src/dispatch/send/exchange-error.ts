import { RejectedTargetError } from '../../target/target-error.ts';

/** Progress of an exchange. */
export type Phase = 'connect' | 'tls' | 'send';

/** The exchange ended without a response. */
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

/** A keep-alive connection is unusable. The request can be sent on a new one immediately. */
export class UnusableConnectionError extends Error {
  override readonly name = 'UnusableConnectionError';
  /** The request was written before the connection failed. */
  readonly requestSent: boolean;

  constructor(requestSent: boolean) {
    super('The keep-alive connection is unusable.');
    this.requestSent = requestSent;
  }
}

/** This machine lacks resources or a network. The receiver did not cause the error. */
const localErrors = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'ENETUNREACH',
]);

const chain = 'The receiver must send its complete certificate chain, up to a publicly trusted authority';

/** Messages for the endpoint's owner, because those of OpenSSL are written for programmers. */
const tlsMessages: Partial<Record<string, string>> = {
  EPROTO: 'The receiver does not support TLS, or none of the versions that we support.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed; a publicly trusted certificate is required.',
  SELF_SIGNED_CERT_IN_CHAIN: `The certificate was issued by an authority that is not publicly trusted. ${chain}.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `The certificate of an authority is missing. ${chain}.`,
  UNABLE_TO_GET_ISSUER_CERT: `The certificate of an authority is missing. ${chain}.`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `The certificate of an authority is missing. ${chain}.`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for other hosts.',
};

/**
 * Converts an error of Node's HTTP client to an `ExchangeError`, whose message contains no internal address. Errors that the
 * receiver did not cause, and errors that are already converted, are returned unchanged.
 */
export function explain(error: NodeJS.ErrnoException, phase: Phase): Error {
  const known = [ExchangeError, UnusableConnectionError, RejectedTargetError];
  if (known.some((kind) => error instanceof kind)) return error;
  // If several addresses were tried, an error of the receiver takes precedence over local ones.
  const errors: NodeJS.ErrnoException[] = error instanceof AggregateError ? error.errors : [error];
  const code = errors.map((one) => one.code ?? '').find((one) => !localErrors.has(one));
  if (code === undefined) return error;
  const text = `${code} ${error.message}`.trim();
  if (code.startsWith('HPE_'))
    return new ExchangeError('protocol_error', `The response is not HTTP (${text}).`);
  if (phase === 'tls' || /^ERR_(TLS|SSL)_/.test(code)) {
    const message = tlsMessages[code];
    return new ExchangeError('tls_error', message ? `${message} (${code})` : text);
  }
  if (code === 'ECONNREFUSED')
    return new ExchangeError('connection_refused', 'The receiver refused the connection.');
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return new ExchangeError('connection_reset', 'The receiver closed the connection without a response.');
  }
  return new ExchangeError('connection_failed', `No connection to the receiver (${code || 'unknown'}).`);
}
