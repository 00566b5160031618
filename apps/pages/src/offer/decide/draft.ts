import type { OfferPage } from '@pv-planning/contract/pages';
import { useState } from 'preact/hooks';
import { newKey } from '../../shared/api/pages-client.ts';

/** What the customer types. It stays while the page is open, whatever happens to a request. */
export interface Draft {
  name: string;
  /** Whether the customer demands that the work begins before the period for a withdrawal ends. */
  isEarly: boolean;
  reason: string;
  email: string;
  note: string;
  /** For the requests of this draft: sent twice, a decision happens once. */
  keys: Record<'accept' | 'decline' | 'withdraw', string>;
}

export interface Drafted {
  draft: Draft;
  type: (part: Partial<Omit<Draft, 'keys'>>) => void;
}

/** @param offer whose customer the name begins with */
export function useDraft(offer: OfferPage): Drafted {
  const [draft, setDraft] = useState<Draft>(() => ({
    name: offer.decision?.name ?? offer.customer.contactName ?? offer.customer.name ?? '',
    isEarly: false,
    reason: '',
    email: '',
    note: '',
    keys: { accept: newKey(), decline: newKey(), withdraw: newKey() },
  }));
  return {
    draft,
    // Another body needs another key.
    type: (part) =>
      setDraft((before) => ({
        ...before,
        ...part,
        keys: { accept: newKey(), decline: newKey(), withdraw: newKey() },
      })),
  };
}
