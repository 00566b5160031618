/**
 * Limits are inclusive. Floating-point rounding can put a string of 10 modules at 44 V slightly above 440 V, so a limit is
 * exceeded only by more than this tolerance, in the unit of the value (V, A, W, %, °).
 */
const tolerance = 1e-6;

export function isAbove(value: number, limit: number): boolean {
  return value > limit + tolerance;
}

export function isBelow(value: number, limit: number): boolean {
  return value < limit - tolerance;
}

/** Maximum number of modules in series whose total voltage does not exceed `limit`. */
export function maxModulesInSeries(voltagePerModule: number, limit: number): number {
  return Math.floor((limit + tolerance) / voltagePerModule);
}

/** Minimum number of modules in series whose total voltage reaches `limit`. */
export function minModulesInSeries(voltagePerModule: number, limit: number): number {
  return Math.ceil((limit - tolerance) / voltagePerModule);
}

/** Rounds half away from zero. A float just below a half, caused by binary representation, counts as a half. */
export function rounded(value: number, decimals = 2): number {
  const scale = 10 ** decimals;
  return (Math.sign(value) * Math.round(Math.abs(value) * scale + tolerance)) / scale;
}
