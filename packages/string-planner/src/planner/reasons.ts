import { type ConnectedString, loadOf, powerOf } from '../connected.ts';
import type { Plant } from '../plant.ts';
import { inverterFindings, trackerFindings } from '../rules/find.ts';
import { counted, type Finding, shown } from '../rules/finding.ts';
import { dcPowerLimits } from '../rules/inverter-rules.ts';
import { isAbove } from '../tolerance.ts';
import { type Content, capacityOf, connectedStrings } from './capacity.ts';
import type { Criterion } from './cost.ts';
import { limits } from './limits.ts';
import { contentsOf, type PartialWiring } from './partial-wiring.ts';
import type { Line, Problem, Slot } from './problem.ts';
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

/** Why a wiring leaves modules over. */
export function whyUnwired(problem: Problem, wiring: PartialWiring): Reason[] {
  const left = problem.lines.filter(({ index }) => (wiring.modules[index] ?? 0) > 0);
  const alone = left.map((line) => ({ line, reason: whyNoString(line, problem) }));
  const ofLines = alone.flatMap(({ reason }) => reason ?? []);
  const wirable = problem.lines.filter((line) => !alone.some((one) => one.line === line && one.reason));
  const remaining = alone.flatMap(({ line, reason }) => (reason ? [] : [line]));
  if (remaining.length === 0) return ofLines;
  const ofPlant = [...tooMuchPower(wirable, problem), ...tooManyModules(wirable, problem)];
  if (ofPlant.length > 0) return [...ofLines, ...ofPlant];
  return [...ofLines, ...remaining.flatMap((line) => whyNoFurtherString(line, problem, wiring))];
}

/** Why no string of the line fits any tracker, even one without other strings. */
function whyNoString({ module }: Line, problem: Problem): Reason | null {
  const kinds = new Map(problem.slots.map((slot) => [slot.kind, slot]));
  let shortest = Number.POSITIVE_INFINITY;
  let current: Finding | undefined;
  for (const slot of kinds.values()) {
    for (let length = 1; length <= limits.stringLength && length < shortest; length += 1) {
      const string = { label: '', line: module, moduleCount: length };
      const errors = errorsOnTracker(slot, [string], problem);
      if (errors.length === 0) shortest = length;
      else if (errors.every(({ rule }) => rule === 'R5')) current ??= errors[0];
    }
  }
  if (shortest <= module.quantity) return null;
  if (shortest !== Number.POSITIVE_INFINITY) {
    const message = `Too few modules for module line ${module.ref}: the shortest string has ${shortest}.`;
    return { code: 'roof_too_small', message };
  }
  if (current) {
    return {
      code: 'current_too_high',
      message: `No string fits for module line ${module.ref}. ${current.message}`,
    };
  }
  const message = `No string length for module line ${module.ref} is within the limits of modules and trackers.`;
  return { code: 'no_length_fits', message };
}

function tooMuchPower(lines: readonly Line[], { inverters }: Problem): Reason[] {
  const power = powerOf(
    lines.map(({ module }) => ({ label: '', line: module, moduleCount: module.quantity })),
  );
  const most = inverters.reduce((sum, { product }) => sum + dcPowerLimits(product).withoutError, 0);
  if (!isAbove(power, most)) return [];
  const message = `The modules have ${shown(power)} W; the inverters take at most ${shown(most)} W.`;
  return [{ code: 'sizing_out_of_range', message }];
}

function tooManyModules(lines: readonly Line[], problem: Problem): Reason[] {
  const modules = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const capacity = capacityOf({ ...problem, lines }, { sound: false });
  const most = problem.slots.reduce((sum, slot) => {
    const { length, strings } = capacity.largest(slot);
    return sum + length * strings;
  }, 0);
  if (modules <= most) return [];
  const message = `There are ${counted(modules, 'module')}; the trackers hold at most ${most}.`;
  return [{ code: 'too_many_modules', message }];
}

/** Why no string of the modules that are left fits beside those of the wiring. */
function whyNoFurtherString(line: Line, problem: Problem, wiring: PartialWiring): Reason[] {
  const left = wiring.modules[line.index] ?? 0;
  const { ref } = line.module;
  const contents = contentsOf(wiring);
  const capacity = capacityOf(problem, { sound: false });
  let shortest = Number.POSITIVE_INFINITY;
  for (const [index, slot] of problem.slots.entries()) {
    for (const { length, strings } of capacity.alone(slot, line)) {
      if (strings > 1) continue;
      shortest = Math.min(shortest, length);
      if (length > left) continue;
      const further = { label: '', line: line.module, moduleCount: length };
      const before = contents[index];
      const onTracker = before ? connectedStrings(before.length, before.groups) : [];
      if (
        errorsOnTracker(slot, [...onTracker, further], problem).length > 0 ||
        (before && slot.inputs === 1)
      ) {
        continue;
      }
      return whyInverterOverloaded(ref, slot, [...stringsOf(slot, contents, problem), further], problem);
    }
  }
  if (left < shortest) {
    const message = `The ${line.quantity} modules of ${ref} cannot be split into strings that fit, of equal length on each tracker.`;
    return [{ code: 'no_equal_split', message }];
  }
  const message = `No tracker is left for ${counted(left, 'module')} of ${ref}.`;
  return [{ code: 'too_few_trackers', message }];
}

/** Empty if the inverter could take the string, so that only the search was too short. */
function whyInverterOverloaded(
  ref: string,
  { inverter }: Slot,
  strings: readonly ConnectedString[],
  { temperatures }: Problem,
): Reason[] {
  const findings = inverterFindings(inverter, loadOf(strings, temperatures));
  const error = findings.find(({ severity }) => severity === 'ERROR');
  if (!error) return [];
  const code = error.rule === 'R5' ? 'current_too_high' : 'sizing_out_of_range';
  return [{ code, message: `No further string fits for module line ${ref}. ${error.message}` }];
}

function stringsOf(
  { inverterIndex }: Slot,
  contents: readonly (Content | null)[],
  { slots }: Problem,
): ConnectedString[] {
  return contents.flatMap((content, index) =>
    content && slots[index]?.inverterIndex === inverterIndex
      ? connectedStrings(content.length, content.groups)
      : [],
  );
}

function errorsOnTracker(
  { inverter, limits: ofTracker }: Slot,
  strings: readonly ConnectedString[],
  { temperatures }: Problem,
): Finding[] {
  const tracker = { inverter, index: 1, limits: ofTracker, strings, temperatures };
  return trackerFindings(tracker).filter(({ severity }) => severity === 'ERROR');
}
