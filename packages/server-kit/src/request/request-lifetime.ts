import type { ServerResponse } from 'node:http';

/** The client disconnected before the response was sent. */
export class ClientDisconnectedError extends Error {
  override readonly name = 'ClientDisconnectedError';

  constructor() {
    super('The client closed the connection before the response was sent.');
  }
}

/** The request exceeded its time limit. */
export class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';

  constructor(ms: number) {
    super(`The request was not completed within ${ms} ms.`);
  }
}

export interface RequestLifetime {
  /** Aborted with `ClientDisconnectedError` or `RequestTimeoutError`. */
  signal: AbortSignal;
  /** Starts the timeout, or continues it after a wait. Called after the body is read, so that a slow upload does not count. */
  startTimeout(): void;
  /** Interrupts the timeout while the request holds no shared resources. Each wait is limited to the same time. */
  startWait(): void;
}

/** Calls the listener when the response is sent or the client disconnects. */
export function whenClosed(response: ServerResponse, listener: () => void): void {
  if (response.closed) listener();
  else response.once('close', listener);
}

/** Closes the connection if the client does not read the response in time. Until then, the response holds memory and its slot. */
export function disconnectUnlessRead(response: ServerResponse, timeoutMs: number): void {
  const timer = setTimeout(() => response.req.socket.destroy(), timeoutMs);
  whenClosed(response, () => clearTimeout(timer));
}

/** Returns a signal that is aborted when the client disconnects or the timeout expires. */
export function requestLifetime(response: ServerResponse, timeoutMs: number): RequestLifetime {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let msLeft = timeoutMs;
  let startedAt = 0;

  function abortAfter(ms: number): void {
    clearTimeout(timer);
    if (response.closed) return;
    timer = setTimeout(() => controller.abort(new RequestTimeoutError(timeoutMs)), ms);
  }

  whenClosed(response, () => {
    clearTimeout(timer);
    if (!response.writableFinished) controller.abort(new ClientDisconnectedError());
  });
  return {
    signal: controller.signal,
    startTimeout() {
      startedAt = performance.now();
      abortAfter(msLeft);
    },
    startWait() {
      msLeft -= performance.now() - startedAt;
      abortAfter(timeoutMs);
    },
  };
}
