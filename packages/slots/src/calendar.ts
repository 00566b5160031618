/** Milliseconds since 1970, as all times here. `from` is included, `to` is not; ±Infinity for an open end. */
export interface TimeRange {
  from: number;
  to: number;
}

/** The data that determines when appointments of a booking type can start. */
export interface Calendar {
  rules: BookingRules;
  /**
   * Hours of people without own hours, and of booking types without people. Null: never. The overrides also limit people's own
   * weekly hours.
   */
  companyHours: WorkingHours | null;
  resources: People | Lanes;
}

export interface BookingRules {
  durationMinutes: number;
  /** Starts are listed at multiples of this from the full hour; a divisor of 60. */
  stepMinutes: number;
  /** Time before and after the appointment that must also be free, but may lie outside the working hours. */
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  /** The minimum notice for customers. */
  minNoticeMinutes: number;
  /** Maximum number of days in advance that customers can book. */
  maxAdvanceDays: number;
}

/** Each appointment is taken by one person. */
export interface People {
  people: readonly Person[];
}

/**
 * For a booking type without people, the number of lanes limits concurrent appointments. Each occupies one lane, counted from 1.
 */
export interface Lanes {
  capacity: number;
  busy: readonly LaneRange[];
}

export interface Person {
  id: string;
  /** Null: the company's. */
  hours: WorkingHours | null;
  absences: readonly TimeRange[];
  /** Bookings with their own buffers, of all booking types. */
  busy: readonly TimeRange[];
}

/** A booking with its own buffers. */
export interface LaneRange extends TimeRange {
  lane: number;
}

/** Wall-clock times in Germany. */
export interface WorkingHours {
  rules: readonly WeeklyRule[];
  overrides: readonly DateOverride[];
}

/** From `HH:MM` to `HH:MM` of the same day, to the end of the day with `24:00`. */
export interface WallClockRange {
  from: string;
  to: string;
}

export interface WeeklyRule extends WallClockRange {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
}

/** Replaces the weekly rules on one day. Without ranges, the day is closed. */
export interface DateOverride {
  /** `YYYY-MM-DD` */
  date: string;
  ranges: readonly WallClockRange[];
}
