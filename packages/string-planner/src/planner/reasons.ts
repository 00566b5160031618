import { loadOf } from '../connected.ts';
import type { Plant } from '../plant.ts';
import { inverterFindings } from '../rules/find.ts';
import { counted, type Finding, shown } from '../rules/finding.ts';
import { dcPowerLimits } from '../rules/inverter-rules.ts';
import { stringLengthRange } from '../string-length.ts';
import { isAbove } from '../tolerance.ts';
import { type Capacity, connectedStrings, type TrackerStrings } from './capacity.ts';
import type { Criterion } from './cost.ts';
import { limits } from './limits.ts';
import { mostModules } from './lower-bound.ts';
import { contentsOf, type PartialWiring, stateOf } from './partial-wiring.ts';
import { type Line, mostInputs, type Problem } from './problem.ts';
import type { Gap, Reason } from './reason.ts';

/** Without modules or inverters there is nothing to plan. */
export function whatIsMissing({ modules, inverters }: Plant): Reason[] {
  const reasons: Reason[] = [];
  if (modules.length === 0) reasons.push({ code: 'no_modules', message: 'There are no modules to wire.' });
  if (inverters.length === 0) reasons.push({ code: 'no_inverter', message: 'There is no inverter.' });
  return reasons;
}

const amounts: Record<Criterion, string> = {
  unwired: 'modules that are not wired',
  heavyWarnings: 'warnings R3, R4 and R10',
  lightWarnings: 'other warnings',
  spread: 'steps of 5 points between the sizing factors',
  strings: 'strings',
  parallel: 'parallel strings',
  unevenness: 'modules by which strings of a line differ',
  distance: 'mV from the middle of the MPP window',
};

export function searchLimitReached({ criterion, proposal, bound }: Gap): Reason {
  const message = `There are too many combinations to try all. The proposal has ${proposal} ${amounts[criterion]}; the best wiring has at least ${bound}.`;
  return { code: 'search_limit_reached', message };
}

/**
 * Returns the reasons for unwired modules. Empty if only the search was too short, or if there are too many kinds of strings to
 * decide.
 */
export function whyUnwired(problem: Problem, capacity: Capacity, wiring: PartialWiring): Reason[] {
  const { modules } = stateOf(wiring, problem);
  const left = problem.lines.filter(({ index }) => (modules[index] ?? 0) > 0);
  if (left.length === 0) return [];
  const ofInputs = tooManyInputs(problem);
  if (capacity.isExhausted()) return ofInputs;
  const unwirable = new Map(left.map((line) => [line, whyNoString(line, problem, capacity)]));
  const ofLines = [...unwirable.values()].flatMap((reason) => reason ?? []);
  const wirable = problem.lines.filter((line) => !unwirable.get(line));
  const remaining = left.filter((line) => !unwirable.get(line));
  if (remaining.length === 0) return ofLines;
  const ofPlant = [
    ...ofInputs,
    ...tooMuchPower(wirable, problem),
    ...tooManyModules(wirable, problem, capacity),
  ];
  if (ofPlant.length > 0) return [...ofLines, ...ofPlant];
  return [...ofLines, ...remaining.flatMap((line) => whyNoFurtherString(line, problem, capacity, wiring))];
}

/** Returns the reason that no string of the line fits any tracker, even an empty one. */
function whyNoString(line: Line, { slots, temperatures }: Problem, capacity: Capacity): Reason | null {
  const { ref, product, quantity } = line.module;
  const one = (length: number) => connectedStrings(length, [{ line, count: 1 }]);
  let shortest = Infinity;
  let tooMuchCurrent: Finding | undefined;
  for (const slot of new Map(slots.map((each) => [each.kind, each])).values()) {
    const { min, max } = stringLengthRange(product, slot.inverter, slot.limits, temperatures);
    // Includes shorter strings that only have warnings.
    let length = Math.max(1, Math.min(min, max));
    const [error] = capacity.errors(slot, one(length));
    if (error?.rule === 'R5' && min <= max) tooMuchCurrent ??= error;
    if (error) continue;
    while (length > 1 && capacity.errors(slot, one(length - 1)).length === 0) length -= 1;
    shortest = Math.min(shortest, length);
  }
  if (shortest <= quantity) return null;
  if (shortest !== Infinity) {
    const message = `Too few modules for module line ${ref}: the shortest string has ${shortest}.`;
    return { code: 'roof_too_small', message };
  }
  if (tooMuchCurrent) {
    const message = `No string fits for module line ${ref}. ${tooMuchCurrent.message}`;
    return { code: 'current_too_high', message };
  }
  const message = `No string length for module line ${ref} is within the limits of modules and trackers.`;
  return { code: 'no_length_fits', message };
}

function tooManyInputs({ inverters }: Problem): Reason[] {
  return inverters.flatMap(({ ref, product }) => {
    const most = mostInputs(product);
    if (product.mppTrackers.every(({ inputCount }) => inputCount <= most)) return [];
    const message = `Inverter ${ref} is planned with ${counted(most, 'input')} on each tracker, because an offer stores at most ${limits.stringsOfInverter} strings of an inverter.`;
    return [{ code: 'too_many_modules' as const, message }];
  });
}

function tooMuchPower(lines: readonly Line[], { inverters }: Problem): Reason[] {
  const power = lines.reduce((sum, { module, quantity }) => sum + quantity * module.product.power, 0);
  const most = inverters.reduce((sum, { product }) => sum + dcPowerLimits(product).withoutError, 0);
  if (!isAbove(power, most)) return [];
  const message = `The modules have ${shown(power)} W; the inverters take at most ${shown(most)} W.`;
  return [{ code: 'sizing_out_of_range', message }];
}

function tooManyModules(lines: readonly Line[], { slots }: Problem, capacity: Capacity): Reason[] {
  const modules = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const mostOf = new Map(slots.map((slot) => [slot.kind, mostModules(slot, lines, capacity)]));
  const most = slots.reduce((sum, { kind }) => sum + (mostOf.get(kind) ?? 0), 0);
  if (modules <= most) return [];
  const message = `There are ${counted(modules, 'module')}; the trackers hold at most ${most}.`;
  return [{ code: 'too_many_modules', message }];
}

/** Returns the reason that no string of the remaining modules fits in addition to those of the wiring. */
function whyNoFurtherString(
  line: Line,
  problem: Problem,
  capacity: Capacity,
  wiring: PartialWiring,
): Reason[] {
  const { slots, temperatures } = problem;
  const left = stateOf(wiring, problem).modules[line.index] ?? 0;
  const { ref } = line.module;
  const contents = contentsOf(wiring);
  const stringsOn = (content: TrackerStrings | null | undefined) =>
    content ? connectedStrings(content.length, content.groups) : [];
  let shortest = Infinity;
  for (const [index, slot] of slots.entries()) {
    const before = contents[index];
    for (const { length, strings } of capacity.ofType(slot, line)) {
      if (strings > 1) continue;
      shortest = Math.min(shortest, length);
      if (length > left || (before?.strings ?? 0) >= slot.inputs) continue;
      const further = connectedStrings(length, [{ line, count: 1 }]);
      if (capacity.errors(slot, [...stringsOn(before), ...further]).length > 0) continue;
      const { inverter, inverterIndex } = slot;
      const ofInverter = contents.flatMap((content, at) =>
        slots[at]?.inverterIndex === inverterIndex ? stringsOn(content) : [],
      );
      const load = loadOf([...ofInverter, ...further], temperatures);
      const error = inverterFindings(inverter, load).find(({ severity }) => severity === 'ERROR');
      // Without an error, the search was merely too short.
      if (!error) return [];
      const code = error.rule === 'R5' ? 'current_too_high' : 'sizing_out_of_range';
      return [{ code, message: `No further string fits for module line ${ref}. ${error.message}` }];
    }
  }
  if (left < shortest) {
    const message = `The ${line.quantity} modules of ${ref} cannot be split into strings that fit, of equal length on each tracker.`;
    return [{ code: 'no_equal_split', message }];
  }
  const message = `No tracker is left for ${counted(left, 'module')} of ${ref}.`;
  return [{ code: 'too_few_trackers', message }];
}
