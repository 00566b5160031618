/**
 * Limits are inclusive. Values are products of binary floats, so a string of 10 modules at 44 V each may come out a trifle above
 * 440 V: a limit counts as exceeded only by more than this, in the unit of the value (V, A, W, %, °).
 */
const tolerance = 1e-6;

export function isAbove(value: number, limit: number): boolean {
  return value > limit + tolerance;
}

export function isBelow(value: number, limit: number): boolean {
  return value < limit - tolerance;
}

/** Largest number of modules in series whose voltages add up to no more than `limit`. */
export function maxModulesInSeries(voltagePerModule: number, limit: number): number {
  return Math.floor((limit + tolerance) / voltagePerModule);
}

/** Smallest number of modules in series whose voltages add up to at least `limit`. */
export function minModulesInSeries(voltagePerModule: number, limit: number): number {
  return Math.ceil((limit - tolerance) / voltagePerModule);
}

/** Half away from zero. A float just below a half counts as the half that it stands for. */
export function rounded(value: number, decimals = 2): number {
  const scale = 10 ** decimals;
  return (Math.sign(value) * Math.round(Math.abs(value) * scale + tolerance)) / scale;
}
