export type { View } from './bookable-period.ts';
export type {
  BookingRules,
  Calendar,
  DateOverride,
  LaneRange,
  Lanes,
  People,
  Person,
  TimeRange,
  WallClockRange,
  WeeklyRule,
  WorkingHours,
} from './calendar.ts';
export {
  checkStart,
  type InvalidStart,
  type Obstacle,
  type StartCheck,
  type StartQuery,
} from './check-start.ts';
export { countOpenSlots } from './count-open-slots.ts';
export { freeSlots, maxDays, type Slot, type SlotQuery } from './free-slots.ts';
export { type Candidate, roundRobinOrder } from './round-robin.ts';
