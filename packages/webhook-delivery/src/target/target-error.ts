export type TargetRefusal = 'invalid_url' | 'https_required' | 'blocked_address' | 'blocked_port';

/** A URL to which nothing is sent. The message may be shown to its owner: it names no resolved address. */
export class TargetRefusedError extends Error {
  override readonly name = 'TargetRefusedError';
  readonly code: TargetRefusal;

  constructor(code: TargetRefusal, message: string) {
    super(message);
    this.code = code;
  }
}

/** The host name could not be looked up. */
export class NameLookupError extends Error {
  override readonly name = 'NameLookupError';
  /** No name server could be asked, which says nothing of the name. */
  readonly ownFault: boolean;

  constructor(message: string, { ownFault = false } = {}) {
    super(message);
    this.ownFault = ownFault;
  }
}
