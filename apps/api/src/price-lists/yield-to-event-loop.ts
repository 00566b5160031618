import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Processing this many rows takes a few hundredths of a second. */
const itemsPerTurn = 100;

/**
 * Iterates over items and yields to the event loop after every hundred, since a long list takes seconds to process.
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
