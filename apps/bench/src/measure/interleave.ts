/** The number of readings per contestant: at most `rounds`; no round starts after `seconds`. */
export interface Extent {
  rounds: number;
  seconds: number;
}

/**
 * Takes one reading of every contestant in each round, so that readings of one round are close together in time. The order rotates,
 * so that no contestant is always first.
 */
export async function interleave<Name extends string, Reading>(
  { rounds, seconds }: Extent,
  contestants: Readonly<Record<Name, () => Promise<Reading>>>,
): Promise<Record<Name, Reading[]>> {
  const names = Object.keys(contestants) as Name[];
  const none = names.map((name) => [name, [] as Reading[]]);
  const readings: Record<Name, Reading[]> = Object.fromEntries(none);
  const latest = performance.now() + seconds * 1000;
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0 && performance.now() > latest) break;
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      readings[name].push(await contestants[name]());
    }
  }
  return readings;
}
