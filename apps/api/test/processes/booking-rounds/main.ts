// Repeatedly kills the service while bookings are made, paid and cancelled, and compares it with what was acknowledged and with the provider:
//   node --conditions=pv-source apps/api/test/processes/booking-rounds/main.ts [--rounds 40] [--seed 1] [--plant lost|money]
// Exits with 1 if there are differences, which must be the case after a planted one.
import { parseArgs } from 'node:util';
import { killTargets } from '../crash/service-process.ts';
import { openBookingRounds } from './booking-rounds.ts';
import { plantedLosses, plantLoss } from './planted-losses.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    plant: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const plant = values.plant as keyof typeof plantedLosses | undefined;
if (!Number.isInteger(rounds) || (plant !== undefined && !(plant in plantedLosses))) {
  console.error(`usage: --rounds N --seed N --plant ${Object.keys(plantedLosses).join('|')}`);
  process.exit(2);
}

const bench = await openBookingRounds(Number(values.seed));
try {
  const total = { acknowledged: 0, bookings: 0, payments: 0, lost: 0, doubled: 0, overlaps: 0, money: 0 };
  let longestWaitMs = 0;
  for (let count = 1; count <= rounds; count += 1) {
    const target = killTargets[count % killTargets.length] ?? 'node';
    const round = await bench.round(target);
    if (plant !== undefined && count === rounds) {
      await plantLoss(bench.dataDir, plant);
      Object.assign(round, await round.compare());
    }
    const { lost, doubled, overlaps, money } = round;
    for (const difference of [...lost, ...doubled, ...overlaps, ...money].slice(0, 20))
      console.log(difference);
    for (const name of ['acknowledged', 'bookings', 'payments'] as const) total[name] += round[name];
    for (const [name, list] of Object.entries({ lost, doubled, overlaps, money }))
      total[name as 'lost'] += list.length;
    const { path, ms } = round.longestWait;
    longestWaitMs = Math.max(longestWaitMs, ms);
    console.log(
      `round ${count}, kill -9 of ${target}: ${round.acknowledged} acknowledged, longest wait ${Math.round(ms)} ms, of ${path}`,
    );
  }
  const { acknowledged, bookings, payments, lost, doubled, overlaps, money } = total;
  console.log(
    `${rounds} rounds, ${acknowledged} acknowledged, of them ${bookings} bookings and holds, ${payments} payments: ${lost} lost, ${doubled} doubled, ${overlaps} overlaps, ${money} differences of money, longest wait ${Math.round(longestWaitMs)} ms after the service was ready`,
  );
  process.exitCode = lost + doubled + overlaps + money === 0 ? 0 : 1;
} finally {
  await bench.close();
}
