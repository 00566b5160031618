declare const resultType: unique symbol;

/** The end of an operation with steps. Only `finish` creates it. */
export interface Finished<Result> {
  readonly [resultType]: Result;
}

type FinishedOf<Result> = Result extends undefined ? undefined : Finished<Result>;

export interface StepOptions {
  /**
   * The step changes nothing. With an idempotency key it still runs in a writing transaction, which renews the lease of the key, so its
   * statements need not see the same moment, even where a read-only operation could read a snapshot.
   */
  read?: boolean;
  /** The step undoes the writes of earlier steps, so that the handler can reject the request. */
  undoes?: boolean;
}

/**
 * The steps of an operation that waits for something else, such as another service. Each step takes a slot, a connection and a
 * transaction, and gives all three back, so that the handler holds nothing between its steps. They run one after the other.
 *
 * If a process dies between two steps, what the first ones have committed remains. A repeat with the same idempotency key runs the
 * handler again from its beginning, so a handler with several steps that write must record in its own tables what it has done.
 *
 * Responses with status 4xx or the code `service_unavailable` promise that the request has had no effect. After a step that has
 * written, such an error becomes 500 `internal_error`, unless a later step undoes it.
 */
export interface Steps<Context> {
  /** Runs work in a transaction of its own. The work may run more than once: a conflict with another transaction repeats it. */
  step<T>(work: (context: Context) => Promise<T>, options?: StepOptions): Promise<T>;
  /**
   * Runs the last step, whose result becomes the response. The response is stored for the idempotency key in its transaction. If the
   * result is undefined, the operation goes on; the work must then have changed nothing.
   */
  finish<Result>(
    work: (context: Context) => Promise<Result>,
    options?: StepOptions,
  ): Promise<FinishedOf<Result>>;
}
