import type { UpsertedRecord, UpsertResult } from '@pv-planning/contract';
import { isUnreachable, StaleReadError } from '@pv-planning/database';
import { invalidRequest, isApiError, type Steps } from '@pv-planning/server-kit';
import { unavailable } from '../contract/api-errors.ts';
import type { Context } from '../handler-context.ts';
import type { UpsertedRow, UpsertItem, UpsertRules } from './upsert-rules.ts';
import { type PlacedItem, upsertStep } from './upsert-step.ts';

/** Items of a transaction. Their records are locked until its end. */
const itemsPerStep = 50;

/** Codes of steps that were not run, or were rolled back, and can be repeated. */
const passing = new Set(['service_unavailable', 'too_many_concurrent']);

const retrySeconds = 5;

/** @throws 400 `invalid_request` if two items have the same external id */
function requireDistinct(items: readonly UpsertItem[]): void {
  const first = new Map<string, number>();
  const doubled = items.flatMap(({ externalId }, index) => {
    const earlier = first.get(externalId);
    if (earlier === undefined) first.set(externalId, index);
    return earlier === undefined ? [] : [{ index, earlier }];
  });
  if (doubled.length === 0) return;
  throw invalidRequest(
    ...doubled.map(({ index, earlier }) => ({
      in: 'body' as const,
      path: `/data/${index}/externalId`,
      code: 'duplicate',
      message: `must not be the same as that of /data/${earlier}`,
    })),
  );
}

/** Converts an error that a repeat of the request can overcome, after a step has run. Returns any other error unchanged. */
function asInterrupted(error: unknown, done: number, total: number): unknown {
  const isPassing = isApiError(error) ? passing.has(error.code) : isUnreachable(error);
  if (!isPassing) return error;
  const values = { done: String(done), total: String(total), seconds: String(retrySeconds) };
  return unavailable('interrupted', { values, headers: { 'Retry-After': values.seconds }, cause: error });
}

/** Returns the handler of an upsert. A repeat continues an interrupted one: finished items count as unchanged. */
export function upsertHandler<Item extends UpsertItem, Row extends UpsertedRow, New, Changes>(
  rules: UpsertRules<Item, Row, New, Changes>,
) {
  return async (
    { body: { data } }: { body: { data: readonly Item[] } },
    { step, finish }: Pick<Steps<Context>, 'step' | 'finish'>,
  ) => {
    requireDistinct(data);
    const items = data.map((item, index) => ({ item, path: `/data/${index}` }));
    const results = new Map<string, UpsertedRecord>();
    let hasStepped = false;
    async function upsert(part: readonly PlacedItem<Item>[], isRepeat = false): Promise<void> {
      const done = await step(async (context) => {
        const outcome = await upsertStep(context, rules, part);
        if (isRepeat && outcome.overtaken.length > 0) throw new StaleReadError(outcome.overtaken[0]?.path);
        return outcome;
      });
      hasStepped = true;
      for (const result of done.results) results.set(result.externalId, result);
      if (done.overtaken.length > 0) await upsert(done.overtaken, true);
    }
    try {
      for (let start = 0; start < items.length; start += itemsPerStep) {
        await upsert(items.slice(start, start + itemsPerStep));
      }
      return await finish(async () => {
        const body: UpsertResult = {
          data: data.map(({ externalId }) => results.get(externalId) as UpsertedRecord),
        };
        return { status: 200 as const, body };
      });
    } catch (error) {
      // Even without a result: the items of the first step may all be repeated.
      throw hasStepped ? asInterrupted(error, results.size, items.length) : error;
    }
  };
}
