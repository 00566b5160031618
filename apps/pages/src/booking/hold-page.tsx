import { useCallback, useEffect } from 'preact/hooks';
import { answerOf } from '../shared/api/answer.ts';
import { useLoaded } from '../shared/api/use-loaded.ts';
import type { Opening } from './booking-view.ts';
import { HoldScreen } from './hold.tsx';

const pollMs = 5000;

interface HoldPageProps extends Opening {
  isSending: boolean;
  giveUp: () => void;
}

/** Asks what became of the payment until the booking is real, or the reservation has ended. */
export function HoldPage({ api, token, booking, reload, isSending, giveUp }: HoldPageProps) {
  const load = useCallback(
    () => answerOf(api.GET('/pages/v1/bookings/{token}/checkout', { params: { path: { token } } })),
    [api, token],
  );
  const { last: checkout, reload: ask } = useLoaded(load);
  const state = checkout?.state;
  useEffect(() => {
    if (state === 'BOOKED') void reload();
    if (state !== 'OPEN') return undefined;
    const timer = setInterval(() => void ask(), pollMs);
    return () => clearInterval(timer);
  }, [state, reload, ask]);
  return <HoldScreen booking={booking} checkout={checkout} isSending={isSending} giveUp={giveUp} />;
}
