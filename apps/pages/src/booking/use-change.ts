import type { LinkedBooking } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import type { Answer, Failure } from '../shared/api/answer.ts';

/** A change that the customer asks for. It can be sent again: the key of its request stays. */
export interface Change {
  send: () => Promise<Answer<unknown>>;
  /** Whether the booking shows that the change was made, although its answer was lost. */
  isDone: (booking: LinkedBooking) => boolean;
}

interface Tried {
  failure: Failure;
  change: Change;
}

/** Sends changes, and finds out what became of those without an answer. */
export function useChange(reload: () => Promise<Answer<LinkedBooking>>, done: () => void) {
  const [isSending, setSending] = useState(false);
  const [tried, setTried] = useState<Tried>();

  async function make(change: Change): Promise<void> {
    if (isSending) return;
    setSending(true);
    const { failure } = await change.send();
    const { data: now } = await reload();
    if (failure && !(now && change.isDone(now))) setTried({ failure, change });
    else {
      setTried(undefined);
      done();
    }
    setSending(false);
  }

  return {
    isSending,
    make: (change: Change) => void make(change),
    tried,
    forget: () => setTried(undefined),
  };
}
