import { useCallback } from 'preact/hooks';
import { answerOf } from '../shared/api/answer.ts';
import { useLoaded } from '../shared/api/use-loaded.ts';
import { addDays, germanDay } from '../shared/german-days.ts';
import type { Opening } from './booking-view.ts';
import { MoveScreen } from './move.tsx';

/** How far ahead free times are looked for: the most that a request can ask. */
const daysAhead = 61;

interface MovePageProps extends Opening {
  go: (view: string | null) => void;
  isSending: boolean;
  send: (startsAt: string, startBeforeWithdrawalEnds: boolean) => void;
}

/** Loads the free times, and lets the customer choose. */
export function MovePage({ api, token, booking, go, isSending, send }: MovePageProps) {
  const load = useCallback(() => {
    const from = germanDay(Date.now());
    const query = { from, to: addDays(from, daysAhead) };
    return answerOf(api.GET('/pages/v1/bookings/{token}/slots', { params: { path: { token }, query } }));
  }, [api, token]);
  const slots = useLoaded(load);
  return <MoveScreen booking={booking} go={go} slots={slots} isSending={isSending} send={send} />;
}
