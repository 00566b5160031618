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

export interface RequestEnd {
  /** Aborted with `ClientDisconnectedError` or `RequestTimeoutError`. */
  signal: AbortSignal;
  /** Starts the time limit. Called after the body is read, so that a slow upload does not count. */
  startClock(): void;
}

/** Calls the listener when the response is sent or the client disconnects. */
export function whenClosed(response: ServerResponse, listener: () => void): void {
  if (response.closed) listener();
  else response.once('close', listener);
}

/** Closes the connection if the client does not read the response in time. Until it is sent, it holds memory and its turn. */
export function disconnectUnlessRead(response: ServerResponse, patienceMs: number): void {
  const timer = setTimeout(() => response.req.socket.destroy(), patienceMs);
  whenClosed(response, () => clearTimeout(timer));
}

/** Aborts a signal when the client disconnects or the time limit expires. */
export function requestEnd(response: ServerResponse, handlerTimeoutMs: number): RequestEnd {
  const controller = new AbortController();
  let clock: NodeJS.Timeout | undefined;
  whenClosed(response, () => {
    clearTimeout(clock);
    if (!response.writableFinished) controller.abort(new ClientDisconnectedError());
  });
  return {
    signal: controller.signal,
    startClock() {
      if (response.closed) return;
      clock = setTimeout(() => controller.abort(new RequestTimeoutError(handlerTimeoutMs)), handlerTimeoutMs);
    },
  };
}
