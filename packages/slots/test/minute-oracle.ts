/// <reference lib="esnext.temporal" />
import type {
  BookingRules,
  Calendar,
  StartQuery,
  TimeRange,
  WallClockRange,
  WorkingHours,
} from '../src/index.ts';

const minuteMs = 60_000;

interface Wall {
  date: string;
  weekday: number;
  time: string;
  minute: number;
}

/** Returns the wall-clock time in Berlin. */
export const wallAt = remembering((time: number): Wall => {
  const local = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('Europe/Berlin');
  return {
    date: local.toPlainDate().toString(),
    weekday: local.dayOfWeek,
    time: local.toPlainTime().toString().slice(0, 5),
    minute: local.minute,
  };
});

function works(own: WorkingHours | null, company: WorkingHours | null, time: number): boolean {
  const wall = wallAt(time);
  const isIn = (ranges: readonly WallClockRange[]) =>
    ranges.some(({ from, to }) => from <= wall.time && wall.time < to);
  const overrideOf = (hours: WorkingHours | null) =>
    hours?.overrides.find(({ date }) => date === wall.date)?.ranges;
  const ownOverride = overrideOf(own);
  if (ownOverride) return isIn(ownOverride);
  const companyOverride = overrideOf(company);
  if (companyOverride && !isIn(companyOverride)) return false;
  if (companyOverride && !own) return true;
  return isIn((own ?? company)?.rules.filter(({ weekday }) => weekday === wall.weekday) ?? []);
}

/** Whether a range contains any moment of the minute. */
function touches(ranges: readonly TimeRange[], minute: number): boolean {
  return ranges.some(({ from, to }) => from < to && from < minute + minuteMs && to > minute);
}

/** The state of a person or a lane in each minute. */
interface Minutes {
  personId: string | null;
  lane: number | null;
  works: (minute: number) => boolean;
  absent: (minute: number) => boolean;
  busy: (minute: number) => boolean;
}

function minutesOf(
  { id, lane }: { id?: string; lane?: number },
  own: WorkingHours | null,
  company: WorkingHours | null,
  absences: readonly TimeRange[],
  busy: readonly TimeRange[],
): Minutes {
  return {
    personId: id ?? null,
    lane: lane ?? null,
    works: remembering((minute) => works(own, company, minute)),
    absent: remembering((minute) => touches(absences, minute)),
    busy: remembering((minute) => touches(busy, minute)),
  };
}

function remembering<Value>(valueAt: (time: number) => Value): (time: number) => Value {
  const known = new Map<number, Value>();
  return (time) => {
    const value = known.get(time) ?? valueAt(time);
    known.set(time, value);
    return value;
  };
}

/** Answers for whole minutes by looking at each minute of the appointment and its buffers. */
export class MinuteOracle {
  readonly #rules: BookingRules;
  readonly #all: Minutes[];
  /** Maximum number of concurrent appointments. */
  readonly #capacity: number;

  constructor({ rules, resources, companyHours }: Calendar) {
    this.#rules = rules;
    this.#capacity = 'people' in resources ? resources.people.length : resources.capacity;
    this.#all =
      'people' in resources
        ? resources.people.map(({ id, hours, absences, busy }) =>
            minutesOf({ id }, hours, companyHours, absences, busy),
          )
        : [...new Set([...Array(resources.capacity).keys(), ...resources.busy.map(({ lane }) => lane - 1)])]
            .sort((a, b) => a - b)
            .map((index) => {
              const busy = resources.busy.filter(({ lane }) => lane === index + 1);
              return minutesOf({ lane: index + 1 }, null, companyHours, [], busy);
            });
  }

  /** Answers as `checkStart` does, but without `endsAt`. */
  check({ startsAt, now, view, personId, ignoreHours = false }: StartQuery) {
    const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes, stepMinutes } = this.#rules;
    const customer = view === 'customer';
    if (startsAt < now + (customer ? this.#rules.minNoticeMinutes * minuteMs : 0)) return refused('too_soon');
    const lastDate = Temporal.PlainDate.from(wallAt(now).date)
      .add(customer ? { days: this.#rules.maxAdvanceDays } : { years: 2 })
      .toString();
    if (wallAt(startsAt).date > lastDate) return refused('too_late');
    if (customer && wallAt(startsAt).minute % stepMinutes !== 0) return refused('off_grid');

    const everyMinute = (from: number, to: number, holds: (minute: number) => boolean) => {
      for (let index = from; index < to; index += 1) if (!holds(startsAt + index * minuteMs)) return false;
      return true;
    };
    const isFree = (occupied: (minute: number) => boolean) =>
      everyMinute(-bufferBeforeMinutes, durationMinutes + bufferAfterMinutes, (minute) => !occupied(minute));
    const asked = this.#all.filter((one) => personId === undefined || one.personId === personId);
    const isFull = asked.filter(({ busy }) => !isFree(busy)).length >= this.#capacity;
    const obstacles = asked.map((one) => ({
      taken: isFull || !isFree(one.busy),
      absent: !isFree(one.absent),
      outside_hours: !ignoreHours && !everyMinute(0, durationMinutes, one.works),
    }));
    const count = (of: object) => Object.values(of).filter(Boolean).length;
    const free = asked.filter((_, index) => count(obstacles[index] ?? {}) === 0);
    if (free.length > 0) {
      const personIds = free.flatMap(({ personId: id }) => id ?? []).sort();
      return { refusal: null, startsAt, personIds, lane: free[0]?.lane ?? null };
    }
    const fewest = Math.min(...obstacles.map(count));
    const closest = obstacles.filter((of) => count(of) === fewest);
    const names = (['taken', 'absent', 'outside_hours'] as const).filter((name) =>
      closest.some((of) => of[name]),
    );
    return unavailable(asked.length === 0 ? ['nobody'] : names);
  }
}

function unavailable(obstacles: readonly string[]) {
  return { refusal: 'unavailable', obstacles };
}

function refused(refusal: string) {
  return { refusal };
}
