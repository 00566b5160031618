import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, figureAlone } from '../measure/figure.ts';
import { startDispatchers } from './dispatchers.ts';
import { perSecond, raiseEvents } from './events.ts';
import type { Stage } from './stage.ts';

const maxSlowestMs = 1_500;

/** Deliveries queued in addition to the events raised in the meantime. */
const queued = 2_000;

const seconds = 6;
const killAfterMs = 2_000;

/** Longer than a lease, so deliveries that nobody takes over still arrive. */
const maxWaitMs = 60_000;
const pollIntervalMs = 50;

type Case = 'another is started' | 'another is running';

/** Kills a busy dispatcher. No event may be lost, and the events in flight must soon be sent again by another one. */
export async function restart(stage: Stage): Promise<Figure[]> {
  return [...(await kill(stage, 'another is started')), ...(await kill(stage, 'another is running'))];
}

async function kill(stage: Stage, which: Case): Promise<Figure[]> {
  const company = await stage.addCompany(['/time']);
  const first = await startDispatchers(stage, { count: 1 });
  const running = which === 'another is running' ? await startDispatchers(stage, { count: 1 }) : undefined;
  await stage.receivers.reset();
  const raised = raiseEvents(stage, [company], seconds);
  await sleep(killAfterMs);
  await stage.queue([company], queued);
  await stage.wake([company]);
  await sleep(pollIntervalMs);
  await first.kill();
  const second = running ?? (await startDispatchers(stage, { count: 1 }));
  try {
    const expected = queued + (await raised);
    const deadline = performance.now() + maxWaitMs;
    let { arrived, different, latencies } = await stage.receivers.arrivals();
    while (different < expected && performance.now() < deadline) {
      await sleep(pollIntervalMs);
      ({ arrived, different, latencies } = await stage.receivers.arrivals());
    }
    const slowest = latencies.reduce((most, latency) => Math.max(most, latency), 0);
    const name = `delivery: a dispatcher is killed at ${perSecond} events per second, ${which}`;
    return [
      figureAlone({ name: `${name}, lost`, unit: 'deliveries', better: 'less' }, expected - different, {
        text: 'none',
        reached: different === expected,
      }),
      figureAlone({ name: `${name}, sent twice`, unit: 'deliveries', better: 'less' }, arrived - different),
      figureAlone({ name: `${name}, slowest event`, unit: 'ms', better: 'less' }, slowest, {
        text: `≤ ${maxSlowestMs} ms`,
        reached: slowest <= maxSlowestMs,
      }),
    ];
  } finally {
    await second.stop();
  }
}
