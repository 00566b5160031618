import { setImmediate as othersFirst } from 'node:timers/promises';

/** Takes some hundredths of a second. */
const portion = 100;

/** The items one by one, with time for the rest of the service after so many: a long list keeps the process busy for seconds. */
export async function* inPortions<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  let count = 0;
  for await (const item of items) {
    yield item;
    count += 1;
    if (count % portion === 0) await othersFirst();
  }
}
