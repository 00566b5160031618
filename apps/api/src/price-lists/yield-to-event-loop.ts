import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** So many rows take some hundredths of a second. */
const itemsPerTurn = 100;

/**
 * The items one by one, with a turn for the rest of the process after every hundred: a long list takes seconds of computing.
 *
 * @throws the signal's reason once it is aborted
 */
export async function* yieldingToEventLoop<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  let count = 0;
  for await (const item of items) {
    yield item;
    count += 1;
    if (count % itemsPerTurn !== 0) continue;
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
}
