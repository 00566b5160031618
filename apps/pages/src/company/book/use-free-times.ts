import type { BookingPage as BookingType, PageSlot } from '@pv-planning/contract/pages';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { answerOf, type Failure } from '../../shared/api/answer.ts';
import type { PagesClient } from '../../shared/api/pages-client.ts';
import { addDays, germanDay } from '../../shared/german-days.ts';

/** Maximum number of days after the first that one request can cover. */
const daysAtOnce = 61;

export interface Offered {
  api: PagesClient;
  handle: string;
  type: BookingType;
}

interface Known {
  slots: readonly PageSlot[];
  /** The first day that was not loaded yet. */
  next: string;
  failure?: Failure;
}

export interface FreeTimes extends Known {
  /** The last day with slots. */
  lastDay: string;
  /** Whether there are no later slots than those. */
  isComplete: boolean;
  /** Loads slots of later days. */
  more: () => Promise<void>;
}

/** The free times of a booking type, loaded from today on as far as they are needed. */
export function useFreeTimes({ api, handle, type }: Offered): FreeTimes {
  const [known, setKnown] = useState<Known>(() => ({ slots: [], next: germanDay(Date.now()) }));
  const { slug, maxAdvanceDays } = type;
  const lastDay = addDays(germanDay(Date.now()), maxAdvanceDays);
  const { next } = known;
  const more = useCallback(async () => {
    const end = addDays(next, daysAtOnce);
    const query = { from: next, to: end < lastDay ? end : lastDay };
    const params = { path: { handle, slug }, query };
    const { data, failure } = await answerOf(
      api.GET('/pages/v1/companies/{handle}/booking-types/{slug}/slots', { params }),
    );
    // Only the first of two answers counts.
    setKnown((before) => {
      if (before.next !== next) return before;
      if (failure) return { ...before, failure };
      return { slots: [...before.slots, ...data.slots], next: addDays(query.to, 1) };
    });
  }, [api, handle, slug, next, lastDay]);
  return { ...known, lastDay, isComplete: next > lastDay, more };
}

/** Loads free times until those of a day are known, and one on or after it is among those that suit the customer. */
export function useEnough(times: FreeTimes, suitable: readonly PageSlot[], first: string, last: string) {
  const { next, isComplete, failure, more } = times;
  const isEnough =
    isComplete || (next > last && suitable.some(({ startsAt }) => germanDay(startsAt) >= first));
  useEffect(() => {
    if (!isEnough && !failure) void more();
  }, [isEnough, failure, more]);
  return isEnough;
}
