/**
 * Every check, with its rule and how grave it is when it fails. ERROR: unsafe, against a maker's limit or impossible to connect.
 * WARNING: not to be built like this. INFO: worth knowing.
 */
export const checks = {
  /** Open-circuit voltage at the coldest against the inverter's maximum DC voltage. */
  coldVoltageOfInverter: { rule: 'R1', severity: 'ERROR' },
  /** The same against the module's maximum system voltage. */
  coldVoltageOfModule: { rule: 'R2', severity: 'ERROR' },
  /** MPP voltage at the hottest against the lower end of the MPP window and the start voltage. */
  hotVoltageBelowWindow: { rule: 'R3', severity: 'WARNING' },
  hotVoltageBelowWindowAndStart: { rule: 'R3', severity: 'ERROR' },
  hotVoltageBelowStart: { rule: 'R3', severity: 'INFO' },
  /** MPP voltage at 15 °C against the upper end of the MPP window. */
  coolVoltageAboveWindow: { rule: 'R4', severity: 'WARNING' },
  shortCircuitCurrent: { rule: 'R5', severity: 'ERROR' },
  operatingCurrent: { rule: 'R6', severity: 'WARNING' },
  inputs: { rule: 'R7', severity: 'ERROR' },
  equalStrings: { rule: 'R8', severity: 'ERROR' },
  oneModuleType: { rule: 'R9', severity: 'ERROR' },
  oneOrientation: { rule: 'R10', severity: 'WARNING' },
  /** Power of the modules in percent of the inverter's AC power. */
  sizingBelow100: { rule: 'R11', severity: 'INFO' },
  sizingAbove115: { rule: 'R11', severity: 'INFO' },
  sizingAbove130: { rule: 'R11', severity: 'WARNING' },
  sizingAbove150: { rule: 'R11', severity: 'ERROR' },
  dcPower: { rule: 'R12', severity: 'WARNING' },
  wiredMoreThanOnce: { rule: 'R13', severity: 'ERROR' },
  unwired: { rule: 'R13', severity: 'WARNING' },
  reverseCurrent: { rule: 'R15', severity: 'WARNING' },
  singlePhasePower: { rule: 'R16', severity: 'WARNING' },
  /** String length with power optimizers. */
  optimizerString: { rule: 'R17', severity: 'ERROR' },
} as const satisfies Record<string, { rule: string; severity: 'ERROR' | 'WARNING' | 'INFO' }>;

export type CheckName = keyof typeof checks;

export type Check = (typeof checks)[CheckName];

/** With power optimizers the tracker never sees the modules' own voltages and currents. R16 concerns the AC side. */
const withOptimizers: ReadonlySet<string> = new Set(['R2', 'R7', 'R11', 'R12', 'R13', 'R16', 'R17']);

export function applies(rule: Check['rule'], optimizers: boolean): boolean {
  return optimizers ? withOptimizers.has(rule) : rule !== 'R17';
}
