/// <reference lib="esnext.temporal" />
import type { TimeRange } from './calendar.ts';

/** The API promises German local time for all companies. */
const timeZone = 'Europe/Berlin';

/** A calendar day in Germany. */
export interface LocalDay {
  /** `YYYY-MM-DD` */
  date: string;
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** Two on days with a clock change, otherwise one. */
  periods: readonly OffsetPeriod[];
}

/** A part of a day with the same offset from UTC. */
export interface OffsetPeriod extends TimeRange {
  /** The time at which clocks with this offset show 00:00. On the day of a clock change, it can lie outside the period. */
  midnight: number;
}

/** Returns the start of a day. */
export function startOfDay(date: string): number {
  return startOf(Temporal.PlainDate.from(date)).epochMilliseconds;
}

/** Returns the day at this time, as `YYYY-MM-DD`. */
export function dateAt(time: number): string {
  return local(time).toPlainDate().toString();
}

export function plusDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days;
}

export function plusYears(time: number, years: number): number {
  return local(time).add({ years }).epochMilliseconds;
}

/** Returns the days from the day of `first` to the day of `last`. */
export function localDays(first: number, last: number): LocalDay[] {
  const days: LocalDay[] = [];
  let start = local(first).startOfDay();
  while (start.epochMilliseconds <= last) {
    const next = startOf(start.toPlainDate().add({ days: 1 }));
    days.push({
      date: start.toPlainDate().toString(),
      weekday: start.dayOfWeek,
      periods: periodsOf(start, next),
    });
    start = next;
  }
  return days;
}

function periodsOf(start: Temporal.ZonedDateTime, next: Temporal.ZonedDateTime): OffsetPeriod[] {
  const [from, to] = [start.epochMilliseconds, next.epochMilliseconds];
  const change = start.offset === next.offset ? null : start.getTimeZoneTransition('next');
  if (!change) return [{ from, to, midnight: from }];
  const shiftMs = (change.offsetNanoseconds - start.offsetNanoseconds) / 1e6;
  return [
    { from, to: change.epochMilliseconds, midnight: from },
    { from: change.epochMilliseconds, to, midnight: from - shiftMs },
  ];
}

function startOf(date: Temporal.PlainDate): Temporal.ZonedDateTime {
  return date.toZonedDateTime(timeZone);
}

function local(time: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
}
