import { answerOf } from '../shared/api/answer.ts';
import { newKey } from '../shared/api/pages-client.ts';
import { isCancelled, type Opening } from './booking-view.ts';
import { useChange } from './use-change.ts';

/** The changes that a customer can make to an appointment. */
export function useBookingChanges({ api, token, reload }: Opening, done: () => void) {
  const { isSending, make, tried, forget } = useChange(reload, done);
  /** Idempotency key for each attempt; kept when the request is sent again. */
  const keyed = () => ({ path: { token }, header: { 'Idempotency-Key': newKey() } });

  return {
    isSending,
    tried: tried?.failure,
    forget,
    retry: () => tried && make(tried.change),
    cancel(reason: string) {
      const params = keyed();
      const body = { reason: reason.trim() || null };
      make({
        send: () => answerOf(api.POST('/pages/v1/bookings/{token}/cancel', { params, body })),
        isDone: isCancelled,
      });
    },
    move(startsAt: string, startBeforeWithdrawalEnds: boolean) {
      const params = keyed();
      const body = { startsAt, ...(startBeforeWithdrawalEnds && { startBeforeWithdrawalEnds }) };
      make({
        send: () => answerOf(api.POST('/pages/v1/bookings/{token}/reschedule', { params, body })),
        isDone: (booking) => booking.startsAt === startsAt,
      });
    },
    withdraw(email: string) {
      const params = keyed();
      const body = { email };
      make({
        send: () => answerOf(api.POST('/pages/v1/bookings/{token}/withdrawal', { params, body })),
        isDone: ({ withdrawnAt }) => withdrawnAt !== null,
      });
    },
    giveUp() {
      make({
        send: () => answerOf(api.DELETE('/pages/v1/bookings/{token}/hold', { params: { path: { token } } })),
        isDone: ({ status }) => status !== 'PENDING_PAYMENT',
      });
    },
  };
}
