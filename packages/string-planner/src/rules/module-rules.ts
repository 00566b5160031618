import type { ModuleLine, WiredString } from '../plant.ts';
import type { Finding } from './finding.ts';
import { counted, failed, wholePlant } from './finding.ts';

/** R13: every module is wired exactly once. */
export function* moduleRules(
  modules: readonly ModuleLine[],
  strings: readonly WiredString[],
): Generator<Finding> {
  for (const line of modules) yield* wiredOnce(line, wiredCount(line, strings));
  for (const string of strings) yield* ofNoLine(string);
}

export function wiredCount({ ref }: ModuleLine, strings: readonly WiredString[]): number {
  return strings.reduce((sum, { moduleRef, moduleCount }) => sum + (moduleRef === ref ? moduleCount : 0), 0);
}

function* wiredOnce({ ref, quantity }: ModuleLine, wired: number): Generator<Finding> {
  if (wired > quantity) {
    const message = `${counted(wired, 'module')} of ${ref} are wired, but there are only ${quantity}.`;
    yield failed('wiredMoreThanOnce', wholePlant, {
      value: wired,
      limit: quantity,
      unit: 'modules',
      message,
    });
  } else if (wired < quantity) {
    const message = `${quantity - wired} of ${counted(quantity, 'module')} of ${ref} are not wired.`;
    yield failed('unwired', wholePlant, { value: wired, limit: quantity, unit: 'modules', message });
  }
}

function* ofNoLine({
  inverterRef,
  mppTracker,
  label,
  moduleRef,
  moduleCount,
}: WiredString): Generator<Finding> {
  if (moduleRef !== null) return;
  const message = `${counted(moduleCount, 'module')} wired without a module line.`;
  const location = { inverterRef, mppTracker, string: label };
  yield failed('wiredMoreThanOnce', location, { value: moduleCount, limit: 0, unit: 'modules', message });
}
