import { deepStrictEqual } from 'node:assert';
import { freeSlots } from '@pv-planning/slots';
import { atLeast, type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { calendar, query } from './calendar.ts';
import { handWrittenSlots } from './hand-written.ts';

async function millisecondsOf(run: () => unknown): Promise<number> {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}

/** Lists the slots of a large team for the longest period. */
export async function slotsBench(): Promise<Figure[]> {
  const ours = () => freeSlots(calendar, query);
  const yardstick = () => handWrittenSlots(calendar, query);
  deepStrictEqual(ours(), yardstick());
  const readings = await interleave(
    { rounds: 200, seconds: 10 },
    {
      ours: () => millisecondsOf(ours),
      yardstick: () => millisecondsOf(yardstick),
      yardstickAgain: () => millisecondsOf(yardstick),
    },
  );
  const name = 'slots: 62 days of 20 people with 200 bookings each';
  return [figure({ name, unit: 'ms', better: 'less' }, readings, atLeast(1))];
}
