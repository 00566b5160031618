/**
 * All checks, each with its rule and its severity if it fails. ERROR: unsafe, beyond a manufacturer's limit, or impossible to
 * connect. WARNING: should not be built in this way. INFO: worth knowing.
 */
export const checks = {
  /** Open-circuit voltage at the lowest temperature, compared with the inverter's maximum DC voltage. */
  coldVoltageOfInverter: { rule: 'R1', severity: 'ERROR' },
  /** The same voltage, compared with the module's maximum system voltage. */
  coldVoltageOfModule: { rule: 'R2', severity: 'ERROR' },
  /** MPP voltage at the highest temperature, compared with the lower end of the MPP window and the start voltage. */
  hotVoltageBelowWindow: { rule: 'R3', severity: 'WARNING' },
  hotVoltageBelowWindowAndStart: { rule: 'R3', severity: 'ERROR' },
  hotVoltageBelowStart: { rule: 'R3', severity: 'INFO' },
  /** MPP voltage at 15 °C, compared with the upper end of the MPP window. */
  coolVoltageAboveWindow: { rule: 'R4', severity: 'WARNING' },
  shortCircuitCurrent: { rule: 'R5', severity: 'ERROR' },
  operatingCurrent: { rule: 'R6', severity: 'WARNING' },
  inputs: { rule: 'R7', severity: 'ERROR' },
  equalStrings: { rule: 'R8', severity: 'ERROR' },
  oneModuleType: { rule: 'R9', severity: 'ERROR' },
  oneOrientation: { rule: 'R10', severity: 'WARNING' },
  /** Module power as a percentage of the inverter's AC power. */
  sizingBelow100: { rule: 'R11', severity: 'INFO' },
  sizingAbove115: { rule: 'R11', severity: 'INFO' },
  sizingAbove130: { rule: 'R11', severity: 'WARNING' },
  sizingAbove150: { rule: 'R11', severity: 'ERROR' },
  dcPower: { rule: 'R12', severity: 'WARNING' },
  wiredMoreThanOnce: { rule: 'R13', severity: 'ERROR' },
  unwired: { rule: 'R13', severity: 'WARNING' },
  shortCircuitCurrentOfInverter: { rule: 'R5', severity: 'ERROR' },
  operatingCurrentOfInverter: { rule: 'R6', severity: 'WARNING' },
  reverseCurrent: { rule: 'R15', severity: 'WARNING' },
  singlePhasePower: { rule: 'R16', severity: 'WARNING' },
  /** Length and power of a string with power optimizers. */
  tooFewWithOptimizers: { rule: 'R17', severity: 'ERROR' },
  tooManyWithOptimizers: { rule: 'R17', severity: 'ERROR' },
  powerWithOptimizers: { rule: 'R17', severity: 'ERROR' },
} as const satisfies Record<string, { rule: string; severity: 'ERROR' | 'WARNING' | 'INFO' }>;

export type CheckName = keyof typeof checks;

export type Check = (typeof checks)[CheckName];

/** Warnings that cost more yield, or are harder to remedy, than others. A proposal avoids them first. */
export const heavyRules: ReadonlySet<string> = new Set(['R3', 'R4', 'R10'] satisfies Check['rule'][]);

/** With power optimizers, the modules' own voltages and currents do not reach the tracker. R16 concerns the AC side. */
const withOptimizers: ReadonlySet<string> = new Set(['R7', 'R11', 'R12', 'R13', 'R16', 'R17']);

export function applies(rule: Check['rule'], optimizers: boolean): boolean {
  return optimizers ? withOptimizers.has(rule) : rule !== 'R17';
}
