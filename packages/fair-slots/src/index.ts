export { type FairSlots, fairSlots, type Refusal, type Share } from './fair-slots.ts';
export { type SlotRule, slotRules } from './slot-rules.ts';
