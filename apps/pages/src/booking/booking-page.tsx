import { useCallback } from 'preact/hooks';
import { answerOf } from '../shared/api/answer.ts';
import { useLoaded } from '../shared/api/use-loaded.ts';
import { Frame } from '../shared/components/frame.tsx';
import { LoadingScreen, ProblemScreen, UnknownLinkScreen } from '../shared/components/problem-screen.tsx';
import type { Opened } from '../shared/open-page.tsx';
import { useView } from '../shared/view.ts';
import { AppointmentScreen } from './appointment.tsx';
import { isCancelled, isOpen, type Opening } from './booking-view.ts';
import { CancelScreen } from './cancel.tsx';
import { HoldScreen } from './hold.tsx';
import { HoldPage } from './hold-page.tsx';
import { MovePage } from './move-page.tsx';
import { RefusedScreen } from './refused.tsx';
import { useBookingChanges } from './use-booking-changes.ts';
import { WithdrawScreen } from './withdraw.tsx';

/** `/b/{token}`: an appointment, and what its customer does with it. */
export function BookingPage({ api, root, parts: [token = ''] }: Opened) {
  const load = useCallback(
    () => answerOf(api.GET('/pages/v1/bookings/{token}', { params: { path: { token } } })),
    [api, token],
  );
  const { answer, last, reload } = useLoaded(load);
  return <Frame company={last?.company}>{screen()}</Frame>;

  function screen() {
    if (!answer) return <LoadingScreen />;
    if (answer.failure?.kind === 'refused') return <UnknownLinkScreen />;
    if (!last) return answer.failure && <ProblemScreen failure={answer.failure} retry={reload} />;
    const calendarUrl = `${root}/pages/v1/bookings/${encodeURIComponent(token)}/calendar`;
    return <LoadedBooking api={api} token={token} booking={last} reload={reload} calendarUrl={calendarUrl} />;
  }
}

function LoadedBooking({ calendarUrl, ...props }: Opening & { calendarUrl: string }) {
  const { booking } = props;
  const [view, go] = useView();
  const { isSending, tried, retry, forget, ...changes } = useBookingChanges(props, () => go(null));
  const shown = { booking, go, isSending };
  // Of what the customer types, the service refuses an address only.
  const isRefused = view === 'withdraw' && tried?.kind === 'refused' && tried.code === 'invalid_request';
  if (tried && !isRefused)
    return tried.kind === 'refused' || (tried.kind === 'busy' && tried.code === 'too_many_moves') ? (
      <RefusedScreen company={booking.company} failure={tried} forget={forget} />
    ) : (
      <ProblemScreen
        failure={tried}
        hasTyped
        retry={retry}
        isRetrying={isSending}
        contact={booking.company}
      />
    );
  const hold = { isSending, giveUp: changes.giveUp };
  if (booking.status === 'EXPIRED') return <HoldScreen booking={booking} checkout={undefined} {...hold} />;
  if (booking.status === 'PENDING_PAYMENT') return <HoldPage {...props} {...hold} />;
  if (view === 'withdraw' && isOpen(booking.withdrawUntil))
    return <WithdrawScreen {...shown} isRefused={isRefused} send={changes.withdraw} />;
  if (!isCancelled(booking)) {
    if (view === 'cancel' && isOpen(booking.cancelUntil))
      return <CancelScreen {...shown} send={changes.cancel} />;
    if (view === 'move' && isOpen(booking.rescheduleUntil))
      return <MovePage {...props} {...shown} send={changes.move} />;
  }
  return <AppointmentScreen {...shown} isNew={view === 'booked'} calendarUrl={calendarUrl} />;
}
