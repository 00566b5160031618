import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** So many rows take some hundredths of a second. */
const itemsPerTurn = 100;

/** The items one by one, with a turn for the rest of the process after every hundred: a long list takes seconds of computing. */
export async function* yieldingToEventLoop<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<Item> {
  let count = 0;
  for await (const item of items) {
    yield item;
    count += 1;
    if (count % itemsPerTurn === 0) await yieldToEventLoop();
  }
}
