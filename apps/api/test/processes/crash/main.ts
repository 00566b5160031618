// Repeatedly kills the service under write load and counts the records and events that are missing afterwards:
//   node --conditions=pv-source apps/api/test/processes/crash/main.ts [--rounds 20] [--seed 1] [--inject "a record"|"an event"|"a change"]
// Exits with 1 if anything is missing, which must be the case after an injected loss.
import { parseArgs } from 'node:util';
import { injectedLosses, injectLoss } from './injected-loss.ts';
import { openKillBench } from './kill-rounds.ts';
import { killTargets } from './service-process.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    inject: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const { inject } = values;
if (!Number.isInteger(rounds) || (inject !== undefined && !(inject in injectedLosses))) {
  console.error(`usage: --rounds N --seed N --inject ${Object.keys(injectedLosses).join('|')}`);
  process.exit(2);
}

const bench = await openKillBench(Number(values.seed));
try {
  let acknowledged = 0;
  for (const target of killTargets) {
    const recoveries: number[] = [];
    let [answered, repeated] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const result = await bench.round(target);
      answered += result.acknowledged;
      repeated += result.repeated;
      recoveries.push(result.recoveryMs);
      for (const missing of result.lost) console.log(`round ${round + 1}: ${missing}`);
    }
    acknowledged += answered;
    console.log(
      `kill -9 of ${target}: ${rounds} rounds, ${answered} writes acknowledged, ${repeated} of them after repetition, ready again after ${Math.round(Math.max(0, ...recoveries))} ms at most`,
    );
  }
  if (inject !== undefined) await injectLoss(bench.dataDir, inject);
  const lost = await bench.lostAltogether();
  for (const missing of lost.slice(0, 20)) console.log(missing);
  console.log(`${rounds * killTargets.length} rounds, ${acknowledged} acknowledged, ${lost.length} lost`);
  process.exitCode = lost.length === 0 ? 0 : 1;
} finally {
  await bench.close();
}
