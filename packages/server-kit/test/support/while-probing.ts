import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Processor time, which other processes do not add to. Three times that of any refusal on a busy machine; exceeded several times without the guards. */
const patienceMs = 2_000;
const patienceMiB = 400;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Resets the peak of the process to its present memory, so that no earlier request hides a later one. Only Linux can. */
function resetPeak(): void {
  collectGarbage();
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

function peakMiB(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

/** What came of a request, whether others were answered soon meanwhile, and whether the memory went round. */
export async function whileProbing<Answer>(work: () => Promise<Answer>, probe: () => Promise<unknown>) {
  resetPeak();
  const before = peakMiB();
  let isOver = false;
  let longestMs = 0;
  const working = work().finally(() => {
    isOver = true;
  });
  do {
    const begun = process.cpuUsage();
    await probe();
    const { user, system } = process.cpuUsage(begun);
    longestMs = Math.max(longestMs, (user + system) / 1000);
  } while (!isOver);
  const answer = await working;
  return { answer, inTime: longestMs < patienceMs, inMemory: peakMiB() - before < patienceMiB };
}

/** A list of values without its brackets. */
export const filled = (count: number, valueAt: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => valueAt(index)).join(',');

/** A field of an object that no contract names. */
export const numbered = (index: number) => `"x${index}":0`;
