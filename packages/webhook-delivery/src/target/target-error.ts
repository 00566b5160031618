export type TargetErrorCode = 'invalid_url' | 'https_required' | 'blocked_address' | 'blocked_port';

/** A URL that must not receive requests. The message contains no resolved address, so its owner may see it. */
export class RejectedTargetError extends Error {
  override readonly name = 'RejectedTargetError';
  readonly code: TargetErrorCode;

  constructor(code: TargetErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The host name could not be resolved. */
export class NameLookupError extends Error {
  override readonly name = 'NameLookupError';
  /** No name server could be reached. The host name did not cause the error. */
  readonly isLocal: boolean;

  constructor(message: string, { isLocal = false } = {}) {
    super(message);
    this.isLocal = isLocal;
  }
}
