import { sizingFactorPercent } from '../rules/inverter-rules.ts';
import type { TrackerStrings } from './capacity.ts';
import { widened } from './cost.ts';
import { limits } from './limits.ts';
import {
  contentsOf,
  modulesWithout,
  nothingWired,
  type PartialWiring,
  type Planning,
  planningOf,
  wiringOf,
} from './partial-wiring.ts';
import type { Problem } from './problem.ts';
import { effortOf, searchPass } from './search-pass.ts';

/** Replans inverters, alone and in pairs, with the remaining modules, until no wiring improves. */
export function improved(
  wiring: PartialWiring,
  planning: Planning,
): { wiring: PartialWiring; weighed: number } {
  const { problem, capacity, withoutWarnings } = planning;
  const groups = aloneAndInPairs(problem.inverters.length);
  let contents: readonly (TrackerStrings | null)[] = contentsOf(wiring);
  let [unchanged, weighed] = [0, 0];
  for (let turn = 0; unchanged < groups.length && weighed < limits.weighed; turn += 1) {
    const group = groups[turn % groups.length] ?? [];
    const isOfGroup = problem.slots.map(({ inverterIndex }) => group.includes(inverterIndex));
    const part = planningOf(partOf(problem, contents, group), capacity, withoutWarnings);
    const before = wiringOf(
      contents.filter((_, slot) => isOfGroup[slot]),
      part,
    );
    const effort = effortOf(part.problem, limits.widthOfPart);
    const pass = searchPass(nothingWired(part), before, { ...part, ...effort, maxWeighed: limits.weighed });
    const planned = contentsOf(pass.wiring).values();
    contents = contents.map((content, slot) => (isOfGroup[slot] ? (planned.next().value ?? null) : content));
    weighed += pass.weighed + limits.weighedOfPart;
    unchanged = pass.wiring === before ? unchanged + 1 : 0;
  }
  return { wiring: weighed > 0 ? wiringOf(contents, planning) : wiring, weighed };
}

/** Neighbours come first. Empty for two inverters, which the search plans together anyway. */
function aloneAndInPairs(inverters: number): number[][] {
  const groups: number[][] = [];
  if (inverters <= 2) return groups;
  for (let distance = 0; distance < inverters; distance += 1) {
    for (let first = 0; first + distance < inverters; first += 1) groups.push([first, first + distance]);
  }
  return groups;
}

/** Subproblem for some inverters, with the modules that the others do not use. */
function partOf(
  problem: Problem,
  contents: readonly (TrackerStrings | null)[],
  inverters: readonly number[],
): Problem {
  let { modules, range } = problem;
  const powers = problem.inverters.map(() => 0);
  for (const [slot, { inverterIndex }] of problem.slots.entries()) {
    const content = contents[slot];
    if (!content || inverters.includes(inverterIndex)) continue;
    modules = modulesWithout(modules, content);
    powers[inverterIndex] = (powers[inverterIndex] ?? 0) + content.load.power;
  }
  for (const [index, { product }] of problem.inverters.entries()) {
    if (!inverters.includes(index))
      range = widened(range, sizingFactorPercent(powers[index] ?? 0, product.acPower));
  }
  const slots = problem.slots.filter(({ inverterIndex }) => inverters.includes(inverterIndex));
  return { ...problem, slots, modules, range };
}
