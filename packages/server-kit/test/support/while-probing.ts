import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Processor time, which does not depend on other processes. Three times the maximum on a busy machine; several times less than without the limits. */
const maxMs = 2_000;
const maxMiB = 400;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Resets the peak memory of the process to the current one, so that it does not include earlier requests. Linux only. */
function resetPeak(): void {
  collectGarbage();
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

function peakMiB(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

/** Sends probes until a request has ended. Returns its response, and whether processor time per probe and memory stayed within limits. */
export async function whileProbing<Response>(work: () => Promise<Response>, probe: () => Promise<unknown>) {
  resetPeak();
  const before = peakMiB();
  let hasEnded = false;
  let longestMs = 0;
  const working = work().finally(() => {
    hasEnded = true;
  });
  do {
    const start = process.cpuUsage();
    await probe();
    const { user, system } = process.cpuUsage(start);
    longestMs = Math.max(longestMs, (user + system) / 1000);
  } while (!hasEnded);
  const response = await working;
  return { response, inTime: longestMs < maxMs, inMemory: peakMiB() - before < maxMiB };
}

/** The values of a list, without its brackets. */
export const filled = (count: number, valueAt: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => valueAt(index)).join(',');

/** An unknown field of an object. */
export const numbered = (index: number) => `"x${index}":0`;
