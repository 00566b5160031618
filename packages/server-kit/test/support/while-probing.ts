/** Processor time, which other processes do not add to. Far above the time of any refusal; exceeded several times without the guards. */
const patienceMs = 8_000;
const patienceMiB = 600;

/** Of the process, at its highest so far. */
const memoryMiB = () => process.resourceUsage().maxRSS / 1024;

/** What came of a request, whether others were answered soon meanwhile, and whether the memory went round. */
export async function whileProbing<Answer>(work: () => Promise<Answer>, probe: () => Promise<unknown>) {
  const before = memoryMiB();
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
  return { answer, inTime: longestMs < patienceMs, inMemory: memoryMiB() - before < patienceMiB };
}

/** A list of values without its brackets. */
export const filled = (count: number, valueAt: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => valueAt(index)).join(',');

/** A field of an object that no contract names. */
export const numbered = (index: number) => `"x${index}":0`;
