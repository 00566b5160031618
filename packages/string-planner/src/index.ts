export { checkWiring } from './check-wiring.ts';
export { type PlanningResult, type Proposal, planWiring } from './planner/plan-wiring.ts';
export type { Gap, Reason, ReasonCode } from './planner/reason.ts';
export type {
  Inverter,
  InverterLine,
  ModuleLine,
  MppTracker,
  Plant,
  PvModule,
  WiredString,
} from './plant.ts';
export type { Finding, FindingResult, Rule, Severity } from './rules/finding.ts';
export { designCurrent } from './rules/tracker-rules.ts';
export { type StringLengthRange, stringLengthRange } from './string-length.ts';
export type {
  InverterPlan,
  StringPlan,
  StringValues,
  TrackerPlan,
  UnwiredModules,
} from './string-plan.ts';
export { percentPerKelvin, valueAt, vmppAt, vocAt } from './temperature.ts';
export { maxModulesInSeries, minModulesInSeries } from './tolerance.ts';
