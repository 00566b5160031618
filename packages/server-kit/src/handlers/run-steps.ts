import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../admission/caller.ts';
import type { ErrorTable } from '../contract/error-codes.ts';
import { isApiError } from '../errors/api-error.ts';
import type { IdempotencyRecords, RequestKey } from '../idempotency/idempotency-records.ts';
import { inProgress, replayOf } from '../idempotency/run-once.ts';
import { type RequestLifetime, RequestTimeoutError } from '../request/request-lifetime.ts';
import { type ApiResponse, storedResponse } from '../responses/api-response.ts';
import { type HandlerResult, type HandlerRun, handlerRequest } from './run-handler.ts';
import type { StepOptions, Steps } from './steps.ts';

interface StepResources {
  errors: ErrorTable;
  lifetime: Pick<RequestLifetime, 'startTimeout' | 'startWait'>;
  /**
   * Waits for a slot until the signal is aborted. Returns a function that releases the slot.
   *
   * @param isCommitted whether the request has written: it then waits without a limit
   */
  acquireSlot(signal: AbortSignal, isCommitted: boolean): Promise<() => void>;
}

/** Runs work in a slot and counts its time. Without a signal, the work is always completed. */
type InSlot = <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;

const never = new AbortController().signal;

/**
 * Runs a handler in steps, at most one at a time for an idempotency key.
 *
 * @throws what the handler throws; 409 `idempotency_key_reused`; 409 `idempotency_in_progress` if another request has taken over the key
 * @throws {KeyInUseError}
 */
export async function runSteps<Who extends Caller, Context>(
  run: HandlerRun<Who, Context>,
  { errors, lifetime, acquireSlot }: StepResources,
): Promise<ApiResponse> {
  lifetime.startWait();
  const inSlot: InSlot = async (signal, work) => {
    lifetime.startTimeout();
    try {
      const releaseSlot = await acquireSlot(signal ?? never, signal === undefined);
      return await work().finally(releaseSlot);
    } finally {
      lifetime.startWait();
    }
  };
  const { key } = run;
  if (!key) return responseOfSteps(run, errors, inSlot);
  const lease = randomUUID();
  const { transactions, caller, valid } = run;
  // In a transaction of its own.
  const reservation = await inSlot(valid.signal, () =>
    transactions.write(caller, (_context, records) => records.reserve(key, lease)),
  );
  return replayOf(reservation, key) ?? responseOfSteps(run, errors, inSlot, { key, lease });
}

/** Interval and duration of retries to release a key while the database is unavailable. */
const releaseEveryMs = 250;
const releaseTries = 400;

/** Repeats work until it succeeds. If the process ends first, its lease ends, too. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < releaseTries; tries += 1) {
    try {
      return await work();
    } catch {
      await delay(releaseEveryMs, undefined, { ref: false });
    }
  }
}

async function responseOfSteps<Who extends Caller, Context>(
  run: HandlerRun<Who, Context>,
  errors: ErrorTable,
  inSlot: InSlot,
  held?: { key: RequestKey; lease: string },
): Promise<ApiResponse> {
  const { transactions, caller, operation, handle, valid } = run;
  const { readOnly } = operation;
  const { request, respond } = handlerRequest(run);
  let response: ApiResponse | undefined;
  let isRunning = false;
  let hasWritten = false;

  async function step<T>(
    work: (context: Context, records?: IdempotencyRecords) => Promise<T>,
    { read = false, undoes = false }: StepOptions = {},
  ): Promise<T> {
    if (isRunning || response)
      throw new Error('A step begins after the previous one and before the end of finish.');
    isRunning = true;
    // A request that has written is completed, even if the client disconnects or the service is busy.
    const signal = hasWritten ? undefined : valid.signal;
    // With a key, every step is a write, because it renews the lease.
    const isRead = readOnly || (read && !held);
    try {
      const result = await inSlot(signal, () => {
        signal?.throwIfAborted();
        if (isRead) return transactions.read(caller, work, signal ?? never);
        return transactions.write(caller, async (context, records) => {
          if (held && !(await records.renew(held.key, held.lease))) throw inProgress();
          return work(context, records);
        });
      });
      hasWritten = !undoes && (hasWritten || !(readOnly || read));
      return result;
    } finally {
      isRunning = false;
    }
  }

  async function finish(
    work: (context: Context) => Promise<unknown>,
    options?: StepOptions,
  ): Promise<unknown> {
    const hadWritten = hasWritten;
    response = await step(async (context, records) => {
      const result = (await work(context)) as HandlerResult | undefined;
      if (result === undefined) return undefined;
      const made = await respond(result);
      if (held && records) await records.store(held.key.key, storedResponse(made));
      return made;
    }, options);
    if (!response) hasWritten = hadWritten;
    return response;
  }

  const steps = { step, finish: finish as Steps<Context>['finish'] };
  try {
    await handle(request, steps);
    if (!response) throw new Error('The handler did not call finish.');
    return response;
  } catch (error) {
    if (held && !response) {
      const release = () =>
        transactions.write(caller, (_context, records) =>
          records.release(held.key.key, held.lease, hasWritten),
        );
      // Without a slot: the request may be rejected because all slots are taken.
      await release().catch(() => void untilDone(release));
    }
    if (hasWritten && promisesNoEffect(error, errors)) {
      const rejection = isApiError(error) ? error.code : String(error);
      throw new Error(`The handler rejected the request (${rejection}) after a step that has written.`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** Whether the error response promises that the request has had no effect. A lost key belongs to another request. */
function promisesNoEffect(error: unknown, errors: ErrorTable): boolean {
  if (error instanceof RequestTimeoutError) return true;
  if (!isApiError(error) || error.code === 'idempotency_in_progress') return false;
  const { status = 500 } = errors[error.code] ?? {};
  return status < 500 || error.code === 'service_unavailable';
}
