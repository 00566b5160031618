import type { Plant } from '../plant.ts';
import { inverterFindings } from '../rules/find.ts';
import { shown } from '../rules/finding.ts';
import { maxSoundDcPower } from '../rules/inverter-rules.ts';
import { stringLengthRange } from '../string-length.ts';
import { isAbove } from '../tolerance.ts';
import { value } from './forecast.ts';
import type { Line, Problem } from './problem.ts';
import { type Reason, reason } from './reason.ts';
import type { InverterSide, SlotKind } from './slots.ts';
import type { Steps } from './steps.ts';
import { slotFindings } from './string-options.ts';

/** Without modules or inverters there is nothing to plan. */
export function whatIsMissing({ modules, inverters }: Plant): Reason[] {
  const reasons: Reason[] = [];
  if (modules.length === 0) reasons.push(reason('no_modules', 'There are no modules to wire.'));
  if (inverters.length === 0) reasons.push(reason('no_inverter', 'There is no inverter.'));
  return reasons;
}

/** What rules out every wiring by data sheets and sums alone. */
export function plainObstacles(plant: Plant, problem: Problem): Reason[] {
  const particular = [
    ...problem.lines.flatMap((line) => obstaclesOfLine(line, problem)),
    ...problem.inverters.flatMap((inverter) => obstaclesOfInverter(inverter, problem)),
  ];
  return particular.length > 0
    ? particular
    : [...tooMuchPower(plant), ...tooManyModules(problem), ...tooFewModules(problem)];
}

/** What rules out every wiring because of how modules can be split into strings. */
export function obstaclesOfSplitting(problem: Problem, steps: Steps): Reason[] {
  const ofLines = problem.lines.flatMap((line) => unsplittable(line, steps));
  return ofLines.length > 0 ? ofLines : tooFewTrackers(problem, steps);
}

function obstaclesOfLine(line: Line, problem: Problem): Reason[] {
  const { ref } = line.module;
  if (!problem.kinds.some((kind) => hasString(line, kind))) {
    return [whyNothingFits(`module line ${ref}`, [line], problem.kinds, problem)];
  }
  const most = mostModules([line], problem);
  if (line.quantity <= most) return [];
  const message = `Module line ${ref} has ${line.quantity} modules; all trackers together hold at most ${most} of them.`;
  return [reason('too_many_modules', message)];
}

/** Of an inverter that no string fits, only when strings fit others: else it is said of the lines. */
function obstaclesOfInverter({ line: inverter, index }: InverterSide, problem: Problem): Reason[] {
  const unsound = inverterFindings(inverter, 0).filter(({ result }) => result === 'FAILED');
  const reasons = unsound.map(({ message }) =>
    reason('sizing_out_of_range', `Inverter ${inverter.ref}: ${message}`),
  );
  const fit = (kinds: readonly SlotKind[]) =>
    problem.lines.some((line) => kinds.some((kind) => hasString(line, kind)));
  const kinds = kindsOf(index, problem);
  if (fit(kinds) || !fit(problem.kinds)) return reasons;
  return [...reasons, whyNothingFits(`inverter ${inverter.ref}`, problem.lines, kinds, problem)];
}

/** Why none of the lines has a string that fits any of the slots. */
function whyNothingFits(
  subject: string,
  lines: readonly Line[],
  kinds: readonly SlotKind[],
  { temperatures }: Problem,
): Reason {
  const pairs = lines.flatMap((line) =>
    kinds.flatMap((kind) => {
      const { min, max } = stringLengthRange(line.module.product, kind.inverter, kind.limits, temperatures);
      return min <= max ? [{ line, kind, min }] : [];
    }),
  );
  if (pairs.length === 0) {
    return reason(
      'no_length_fits',
      `No string length for ${subject} is within the voltage limits of modules and trackers.`,
    );
  }
  const longEnough = pairs.find(({ line, min }) => line.quantity >= min);
  if (!longEnough) {
    const shortest = Math.min(...pairs.map(({ min }) => min));
    return reason('roof_too_small', `Too few modules for ${subject}: the shortest string has ${shortest}.`);
  }
  const { line, kind, min } = longEnough;
  const findings = slotFindings(kind, min, [{ module: line.module, count: 1 }], temperatures);
  const failure = findings.find(({ result }) => result === 'FAILED');
  const code = failure?.rule === 'R12' ? 'sizing_out_of_range' : 'current_too_high';
  return reason(code, [`No string fits for ${subject}.`, failure?.message].join(' '));
}

function unsplittable(line: Line, { ofWholeLines }: Steps): Reason[] {
  const forecast = ofWholeLines[line.index];
  if (!forecast || Number.isFinite(value(forecast.strings, line.quantity))) return [];
  const message = `The ${line.quantity} modules of ${line.module.ref} cannot be split into strings that fit, of equal length on each tracker.`;
  return [reason('no_equal_split', message)];
}

function tooMuchPower({ modules, inverters }: Plant): Reason[] {
  const power = modules.reduce((sum, { quantity, product }) => sum + quantity * product.power, 0);
  const most = inverters.reduce((sum, { product }) => sum + maxSoundDcPower(product), 0);
  if (!isAbove(power, most)) return [];
  return [
    reason(
      'sizing_out_of_range',
      `The modules have ${shown(power)} W; the inverters take at most ${shown(most)} W.`,
    ),
  ];
}

function tooManyModules(problem: Problem): Reason[] {
  const { lines } = problem;
  const modules = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const most = mostModules(lines, problem);
  if (modules <= most) return [];
  return [reason('too_many_modules', `There are ${modules} modules; the trackers hold at most ${most}.`)];
}

/** Lines that may share a tracker with another are left out of the count. */
function tooFewTrackers({ lines, slots }: Problem, { ofWholeLines }: Steps): Reason[] {
  const needed = lines.reduce((sum, { index, quantity, partners }) => {
    const forecast = ofWholeLines[index];
    return forecast && partners.size === 0 ? sum + value(forecast.slots, quantity) : sum;
  }, 0);
  if (needed <= slots.length) return [];
  return [
    reason(
      'too_few_trackers',
      `The module lines need at least ${needed} trackers; there are ${slots.length}.`,
    ),
  ];
}

function tooFewModules(problem: Problem): Reason[] {
  const { lines, inverters } = problem;
  const modules = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const needed = inverters.reduce(
    (sum, { index }) => sum + shortestString(kindsOf(index, problem), lines),
    0,
  );
  if (modules >= needed) return [];
  const message = `${modules} modules are too few for a string on each of the ${inverters.length} inverters: ${needed} are needed.`;
  return [reason('roof_too_small', message)];
}

function kindsOf(inverter: number, { slots }: Problem): SlotKind[] {
  return [...new Set(slots.filter((slot) => slot.inverter.index === inverter).map(({ kind }) => kind))];
}

function shortestString(kinds: readonly SlotKind[], lines: readonly Line[]): number {
  const lengths = lines
    .flatMap((line) => kinds.flatMap((kind) => line.options[kind.index] ?? []))
    .map(({ length }) => length);
  return lengths.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
}

function hasString(line: Line, kind: SlotKind): boolean {
  return (line.options[kind.index] ?? []).length > 0;
}

/** That all slots can hold if the lines had any number of modules. */
function mostModules(lines: readonly Line[], { kinds }: Problem): number {
  const types = new Set(lines.map(({ type }) => type));
  return kinds.reduce((sum, { index, count }) => {
    const options = [...types].flatMap((type) => type.options[index] ?? []);
    const most = options.reduce((one, { length, maxCount }) => Math.max(one, length * maxCount), 0);
    return sum + count * most;
  }, 0);
}
