import { type Ahead, lookAhead } from './ahead.ts';
import { type Content, possibleContents } from './contents.ts';
import { type Forecast, forecasts, forecastWork } from './forecast.ts';
import { limits } from './limits.ts';
import type { Line, Problem } from './problem.ts';
import { leastSpread } from './sizing.ts';
import type { Slot } from './slots.ts';

/** A slot, what can be decided about it, and what is known of the time after. */
export interface Step {
  slot: Slot;
  contents: readonly Content[];
  ahead: Ahead;
  lines: readonly Line[];
  /** By line: what it costs with the slots after this one. */
  forecasts: readonly Forecast[];
  /** Of any wiring of the plant. */
  leastSpread: number;
  everyInverterUsed: boolean;
}

export interface Steps {
  /** One for each slot, in order. */
  steps: readonly Step[];
  /** By line: what it costs when it has all slots for itself. */
  ofWholeLines: readonly Forecast[];
  /** Nothing that a slot can hold was left out. */
  complete: boolean;
}

/** Null when there is too much to forecast. */
export function createSteps(problem: Problem): Steps | null {
  const types = [...new Set(problem.lines.map(({ type }) => type))];
  const work = types.reduce((sum, type) => sum + forecastWork(problem, type), 0);
  if (work > limits.forecasts) return null;
  const contents = problem.kinds.map((kind) => possibleContents(problem, kind));
  const ofTypes = new Map(types.map((type) => [type, forecasts(problem, type)]));
  const ofLines = problem.lines.map(({ type }) => ofTypes.get(type) ?? []);
  const least = leastSpread(problem);
  const steps = lookAhead(problem, contents).flatMap((ahead, index): Step[] => {
    const slot = problem.slots[index];
    if (!slot) return [];
    return [
      {
        slot,
        contents: contents[slot.kind.index]?.list ?? [],
        ahead,
        lines: problem.lines,
        forecasts: ofLines.flatMap((ofLine) => ofLine[index + 1] ?? []),
        leastSpread: least,
        everyInverterUsed: problem.everyInverterUsed,
      },
    ];
  });
  return {
    steps,
    ofWholeLines: ofLines.flatMap((ofLine) => ofLine[0] ?? []),
    complete: contents.every((ofKind) => ofKind.complete),
  };
}
