import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { newKey } from '../../shared/api/pages-client.ts';

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

function stored(name: string): Draft {
  try {
    return { ...empty(), ...JSON.parse(sessionStorage.getItem(name) ?? '{}') };
  } catch {
    return empty();
  }
}

export type ChangeDraft = (part: Partial<Omit<Draft, 'key'>>) => void;

/** Keeps a draft as long as the tab is open, also when the page is loaded again. It is not part of the address. */
export function useDraft(page: string) {
  const name = `booking:${page}`;
  const [draft, setDraft] = useState(() => stored(name));
  useLayoutEffect(() => {
    try {
      sessionStorage.setItem(name, JSON.stringify(draft));
    } catch {
      // Browsers may forbid to store anything: then the draft lasts as long as the page.
    }
  }, [name, draft]);
  const change: ChangeDraft = useCallback(
    // Another booking needs another key.
    (part) => setDraft((before) => ({ ...before, ...part, key: newKey() })),
    [],
  );
  return { draft, change };
}
