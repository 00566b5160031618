import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Processing this many rows takes a few tens of milliseconds. */
const itemsPerIteration = 100;

/**
 * Iterates over items and yields to the event loop periodically, because a long list takes seconds to process.
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
    if (count % itemsPerIteration !== 0) continue;
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
}
