import type { ServerResponse } from 'node:http';

/** Nobody waits for the answer any more. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';

  constructor() {
    super('The caller has closed the connection before the answer.');
  }
}

/** The work on a request takes longer than it may. */
export class TimeOver extends Error {
  override readonly name = 'TimeOver';

  constructor(ms: number) {
    super(`The request was not answered within ${ms} ms.`);
  }
}

export interface RequestEnd {
  /** Aborted with `CallerGone` or `TimeOver`. */
  signal: AbortSignal;
  /** From now on the time counts. What a slow caller takes to send its body is not ours. */
  startClock(): void;
}

/** Calls the listener when the answer is sent, or nobody waits for it any more. */
export function whenClosed(response: ServerResponse, listener: () => void): void {
  if (response.closed) listener();
  else response.once('close', listener);
}

/** How a request can end before it is answered. */
export function requestEnd(response: ServerResponse, timeLimitMs: number): RequestEnd {
  const controller = new AbortController();
  let clock: NodeJS.Timeout | undefined;
  whenClosed(response, () => {
    clearTimeout(clock);
    if (!response.writableFinished) controller.abort(new CallerGone());
  });
  return {
    signal: controller.signal,
    startClock() {
      if (response.closed) return;
      clock = setTimeout(() => controller.abort(new TimeOver(timeLimitMs)), timeLimitMs);
    },
  };
}
