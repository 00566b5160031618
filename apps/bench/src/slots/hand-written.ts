/// <reference lib="esnext.temporal" />
import type { Slot, SlotQuery } from '@pv-planning/slots';
import type { calendar } from './calendar.ts';

const minuteMs = 60_000;

/** The loop that comes to mind first: tries each start of each person's hours on each day. Only for this calendar. */
export function handWrittenSlots(
  { rules, resources: { people } }: typeof calendar,
  { from, to, now }: SlotQuery,
): Slot[] {
  const durationMs = rules.durationMinutes * minuteMs;
  const beforeMs = rules.bufferBeforeMinutes * minuteMs;
  const afterMs = rules.bufferAfterMinutes * minuteMs;
  const slots = new Map<number, Slot>();
  const lastDay = Temporal.PlainDate.from(to);
  for (const { id, hours, absences, busy } of people) {
    for (
      let day = Temporal.PlainDate.from(from);
      Temporal.PlainDate.compare(day, lastDay) <= 0;
      day = day.add({ days: 1 })
    ) {
      const override = hours?.overrides.find(({ date }) => date === day.toString());
      for (const range of override?.ranges ?? hours?.rules ?? []) {
        if ('weekday' in range && range.weekday !== day.dayOfWeek) continue;
        const instant = (plainTime: string) =>
          day.toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime }).epochMilliseconds;
        const end = instant(range.to);
        for (
          let startsAt = instant(range.from);
          startsAt + durationMs <= end;
          startsAt += rules.stepMinutes * minuteMs
        ) {
          const overlaps = (other: { from: number; to: number }) =>
            other.from < startsAt + durationMs + afterMs && startsAt - beforeMs < other.to;
          if (startsAt < now + rules.minNoticeMinutes * minuteMs) continue;
          if (absences.some(overlaps) || busy.some(overlaps)) continue;
          const slot = slots.get(startsAt) ?? { startsAt, endsAt: startsAt + durationMs, personIds: [] };
          slot.personIds.push(id);
          slots.set(startsAt, slot);
        }
      }
    }
  }
  return [...slots.values()].sort((a, b) => a.startsAt - b.startsAt);
}
