import { useCallback, useEffect } from 'preact/hooks';
import { answerOf } from '../shared/api/answer.ts';
import { useLoaded } from '../shared/api/use-loaded.ts';
import { LoadingScreen, ProblemScreen, UnknownLinkScreen } from '../shared/components/problem-screen.tsx';
import type { Opening } from './booking-view.ts';
import { HoldScreen } from './hold.tsx';

const pauseMs = 5000;
/** While a debit is under way, which takes days, or the service gets too many requests. */
const longPauseMs = 60_000;

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
  const { answer, last: checkout, reload: ask } = useLoaded(load);
  useEffect(() => {
    const outcome = answer?.data?.state ?? answer?.failure?.kind;
    if (outcome === 'BOOKED') void reload();
    if (outcome === undefined || outcome === 'refused' || outcome === 'EXPIRED') return undefined;
    const isLong = outcome === 'PROCESSING' || outcome === 'busy';
    const timer = setTimeout(() => void ask(), isLong ? longPauseMs : pauseMs);
    return () => clearTimeout(timer);
  }, [answer, reload, ask]);
  if (answer?.failure?.kind === 'refused') return <UnknownLinkScreen />;
  if (checkout)
    return <HoldScreen booking={booking} checkout={checkout} isSending={isSending} giveUp={giveUp} />;
  if (answer?.failure)
    return <ProblemScreen failure={answer.failure} retry={ask} contact={booking.company} />;
  return <LoadingScreen />;
}
