import { useCallback } from 'preact/hooks';
import { newKey } from '../../shared/api/pages-client.ts';
import { useStored } from '../../shared/use-stored.ts';

/** What the customer has chosen and typed. */
export interface Draft {
  /** Null: the company decides who comes. */
  plannerId: string | null;
  startsAt: string | null;
  /** The chosen time, once somebody else has booked it. */
  taken: string | null;
  forename: string;
  surname: string;
  email: string;
  phone: string;
  address: string;
  note: string;
  startBeforeWithdrawalEnds: boolean;
  /** Until when the mailed link must be opened. */
  confirmUntil: string | null;
  /** For the requests of this draft: sent twice, it books once. */
  key: string;
}

const empty = (): Draft => ({
  ...{ plannerId: null, startsAt: null, taken: null, confirmUntil: null },
  ...{ forename: '', surname: '', email: '', phone: '', address: '', note: '' },
  ...{ startBeforeWithdrawalEnds: false, key: newKey() },
});

export type ChangeDraft = (part: Partial<Omit<Draft, 'key'>>) => void;

/** Keeps a draft as long as the tab is open, also when the page is loaded again. It is not part of the address. */
export function useDraft(page: string) {
  const [draft, store] = useStored(`booking:${page}`, empty);
  // Another booking needs another key.
  const change: ChangeDraft = useCallback((part) => store({ ...part, key: newKey() }), [store]);
  return { draft, change };
}
