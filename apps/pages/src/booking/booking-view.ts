import type { LinkedBooking } from '@pv-planning/contract/pages';
import type { Answer } from '../shared/api/answer.ts';
import type { PagesClient } from '../shared/api/pages-client.ts';

/** What the screens of an appointment share. */
export interface Shown {
  booking: LinkedBooking;
  /** Goes to a view of the appointment, null: itself. */
  go: (view: string | null) => void;
}

/** Whether a time is still to come. */
export const isOpen = (until: string | null): until is string =>
  until !== null && Date.parse(until) >= Date.now();

export const isCancelled = ({ status, cancelRequestedAt }: LinkedBooking) =>
  status === 'CANCELLED' || cancelRequestedAt !== null;

/** An appointment that was opened by its link. */
export interface Opening {
  api: PagesClient;
  token: string;
  booking: LinkedBooking;
  reload: () => Promise<Answer<LinkedBooking>>;
}
