import { planWiring } from '@pv-planning/string-planner';
import { inverter, modules, plant, twoStringTracker } from '@pv-planning/string-planner/testing';
import { type Figure, figureAlone, type Measure } from '../measure/figure.ts';
import { median } from '../measure/statistics.ts';

const farm = plant(
  [33, 33, 33, 34, 34, 33].map((quantity, index) =>
    modules(`roof-${index}`, quantity, { azimuth: index * 60 }),
  ),
  ['a', 'b', 'c'].map((ref) =>
    inverter(ref, {
      acPower: 25_000,
      acApparentPower: 25_000,
      maxDcPower: null,
      mppTrackers: Array(4).fill(twoStringTracker),
    }),
  ),
);

const maxMs = 100;

function planningMs(): number {
  const begun = performance.now();
  const { proposal, reasons } = planWiring(farm);
  const took = performance.now() - begun;
  if (!proposal || reasons.length > 0) throw new Error('The planner did not find the best wiring.');
  return took;
}

/** Plans a large farm: the first time, before anything is JIT-compiled, and again. */
export async function stringsBench(): Promise<Figure[]> {
  const first = planningMs();
  const further = median(Array.from({ length: 25 }, planningMs));
  return Object.entries({ first, further }).map(([name, ms]) => {
    const measure: Measure = { name: `strings: 200 modules, ${name} plan`, unit: 'ms', better: 'less' };
    return figureAlone(measure, ms, { text: `under ${maxMs} ms`, reached: ms < maxMs });
  });
}
