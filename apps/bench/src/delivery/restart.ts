import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, figure, figureAlone } from '../measure/figure.ts';
import { startDispatchers } from './dispatchers.ts';
import { perSecond, raiseEvents } from './events.ts';
import type { Stage } from './stage.ts';

const maxSlowestMs = 1_500;

/** Deliveries queued shortly before the kill in addition to the events, so that the dispatcher has all its slots in use. */
const queued = 2_000;

const seconds = 6;
const killAfterMs = 2_000;

/** Longer than a lease, so deliveries that nobody takes over still arrive. */
const maxWaitMs = 60_000;
const pollIntervalMs = 50;

type Successor = 'another is started' | 'another is running';

interface Arrivals {
  lost: number;
  twice: number;
  slowestMs: number;
}

/**
 * Kills a busy dispatcher. No event may be lost, and the events in flight must soon be sent again by another one. With a queue, the
 * slowest event also waits for the others: the yardstick is a dispatcher that lives.
 */
export async function restart(stage: Stage): Promise<Figure[]> {
  const alive = await arrivals(stage, { more: queued });
  const figures: Figure[] = [];
  for (const successor of ['another is started', 'another is running'] as const) {
    const name = `delivery: a dispatcher is killed at ${perSecond} events per second, ${successor}`;
    const { lost, twice, slowestMs } = await arrivals(stage, { successor });
    const busy = await arrivals(stage, { successor, more: queued });
    figures.push(
      figureAlone({ name: `${name}, lost`, unit: 'deliveries', better: 'less' }, lost + busy.lost, {
        text: 'none',
        reached: lost + busy.lost === 0,
      }),
      figureAlone({ name: `${name}, sent twice`, unit: 'deliveries', better: 'less' }, twice),
      figureAlone({ name: `${name}, slowest event`, unit: 'ms', better: 'less' }, slowestMs, {
        text: `≤ ${maxSlowestMs} ms`,
        reached: slowestMs <= maxSlowestMs,
      }),
      figureAlone(
        { name: `${name}, ${queued} queued, sent twice`, unit: 'deliveries', better: 'less' },
        busy.twice,
      ),
      figure(
        {
          name: `${name}, ${queued} queued, slowest event compared with none killed`,
          unit: 'ms',
          better: 'less',
        },
        { ours: [busy.slowestMs], yardstick: [alive.slowestMs] },
      ),
    );
  }
  return figures;
}

/** Raises events, and kills their dispatcher if it has a successor. */
async function arrivals(
  stage: Stage,
  { successor, more = 0 }: { successor?: Successor; more?: number },
): Promise<Arrivals> {
  const company = await stage.addCompany(['/time']);
  const first = await startDispatchers(stage, { count: 1 });
  const running =
    successor === 'another is running' ? await startDispatchers(stage, { count: 1 }) : undefined;
  await stage.receivers.reset();
  const raised = raiseEvents(stage, [company], seconds);
  await sleep(killAfterMs);
  if (more > 0) {
    await stage.queue([company], more);
    await stage.wake([company]);
  }
  await sleep(pollIntervalMs);
  if (successor) await first.kill();
  const last = running ?? (successor ? await startDispatchers(stage, { count: 1 }) : first);
  try {
    const expected = more + (await raised);
    const deadline = performance.now() + maxWaitMs;
    let { arrived, different, latencies } = await stage.receivers.arrivals();
    while (different < expected && performance.now() < deadline) {
      await sleep(pollIntervalMs);
      ({ arrived, different, latencies } = await stage.receivers.arrivals());
    }
    return {
      lost: expected - different,
      twice: arrived - different,
      slowestMs: latencies.reduce((most, latency) => Math.max(most, latency), 0),
    };
  } finally {
    await last.stop();
  }
}
