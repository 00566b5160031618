/**
 * Takes one reading of every contestant in each round. The order rotates, so that none always comes first, and readings of
 * one round lie close together in time.
 */
export async function interleave<Name extends string, Reading>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<Reading>>>,
): Promise<Record<Name, Reading[]>> {
  const names = Object.keys(contestants) as Name[];
  const readings = Object.fromEntries(names.map((name) => [name, [] as Reading[]])) as Record<
    Name,
    Reading[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      readings[name].push(await contestants[name]());
    }
  }
  return readings;
}
