import { startNode } from '../process/node-process.ts';
import type { BareOptions, BareOrder, BareReport } from './bare-orders.ts';
import type { Pace } from './dispatchers.ts';
import { eventData, type Stage, type StageCompany } from './stage.ts';
import { sum } from './sum.ts';

/** Concurrent requests per endpoint, equal to the total of all dispatchers. */
const concurrency = 8;

/** The yardstick of dispatchers: the same number of processes that only sign and post. */
export interface BareLoops {
  deliver(posts: number): Promise<Pace>;
  stop(): Promise<void>;
}

export async function startBareLoops(
  { ca, secret, senderCore }: Stage,
  companies: readonly StageCompany[],
  { count }: { count: number },
): Promise<BareLoops> {
  const event = { id: crypto.randomUUID(), type: 'customer.created', createdAt: new Date().toISOString() };
  const options: BareOptions = {
    urls: companies.flatMap(({ urls }) => urls),
    ca,
    secret,
    body: JSON.stringify({ ...event, data: eventData }),
    concurrency: concurrency / count,
  };
  const loops = await Promise.all(
    Array.from({ length: count }, () =>
      startNode({
        script: new URL('bare-loop.ts', import.meta.url),
        core: senderCore,
        parameters: [JSON.stringify(options)],
        readyText: 'ready',
      }),
    ),
  );
  return {
    async deliver(posts) {
      const order: BareOrder = { posts: Math.ceil(posts / count) };
      const begun = performance.now();
      const reports = await Promise.all(loops.map(async (loop) => (await loop.ask(order)) as BareReport));
      const sent = order.posts * count;
      return {
        perSecond: (sent * 1000) / (performance.now() - begun),
        cpuMicroseconds: sum(reports.map(({ cpuMicroseconds }) => cpuMicroseconds)) / sent,
        databaseMicroseconds: 0,
      };
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
