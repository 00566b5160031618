import { usesOptimizers } from '../connected.ts';
import type { Plant } from '../plant.ts';
import { stringLengthRange } from '../string-length.ts';
import { limits } from './limits.ts';

/** Whether even preparing the search would take too long. */
export function isTooLarge(plant: Plant): boolean {
  if (plant.modules.length > limits.lines) return true;
  return (
    countSlots(plant) > limits.slots ||
    typesAndInputs(plant) > limits.typesAndInputs ||
    hasOverlongStrings(plant)
  );
}

function countSlots({ inverters }: Plant): number {
  return inverters.reduce((sum, inverter) => {
    const trackers = inverter.product.mppTrackers;
    return sum + (usesOptimizers(inverter) ? inputsOf(trackers) : trackers.length);
  }, 0);
}

function typesAndInputs({ modules, inverters }: Plant): number {
  const types = new Set(modules.map(({ product }) => JSON.stringify(product)));
  const trackers = inverters.flatMap(({ product }) =>
    product.mppTrackers.map((tracker) => ({ key: JSON.stringify([product, tracker]), ...tracker })),
  );
  const unlike = new Map(trackers.map((tracker) => [tracker.key, tracker]));
  return types.size * inputsOf([...unlike.values()]);
}

function hasOverlongStrings({ modules, inverters, ...temperatures }: Plant): boolean {
  const long = modules.filter(({ quantity }) => quantity > limits.stringLength);
  return long.some(({ product }) =>
    inverters.some((inverter) =>
      inverter.product.mppTrackers.some(
        (tracker) => stringLengthRange(product, inverter, tracker, temperatures).max > limits.stringLength,
      ),
    ),
  );
}

function inputsOf(trackers: readonly { inputCount: number }[]): number {
  return trackers.reduce((sum, { inputCount }) => sum + inputCount, 0);
}
