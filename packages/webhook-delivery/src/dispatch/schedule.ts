import type { QueryExecutorProvider } from 'kysely';
import type { DeliveryRules } from '../rules.ts';
import { dueCompanies } from './claim/ready-endpoints.ts';

const companiesAtOnce = 20;

/** Looking for all that is due takes no more than a fifth of the time, however many endpoints there are. */
const pollRest = 5;

/** Milliseconds after which to look again for what another process held locked. */
const heldMs = 100;

/** Which companies to look at next. */
export interface Agenda {
  /** A company that has something to send; without one, look for all that have. */
  want(companyId?: string): void;
  /** Takes off what is wanted and, from time to time, whatever else is due. */
  take(): Promise<string[]>;
  /** Says how many deliveries of the companies taken last could be claimed. */
  served(claimed: number): void;
  /** Milliseconds until there is something to take. */
  waitMs(): number;
}

export function createAgenda(
  database: QueryExecutorProvider,
  { pollMs }: Pick<DeliveryRules, 'pollMs'>,
): Agenda {
  const wanted = new Set<string>();
  let nextPoll = 0;
  let due = 0;
  return {
    want(companyId) {
      if (companyId === undefined) nextPoll = 0;
      else wanted.add(companyId);
    },
    async take() {
      const companies = [...wanted];
      wanted.clear();
      due = 0;
      if (performance.now() < nextPoll) return companies;
      const begun = performance.now();
      nextPoll = begun + pollMs;
      const found = await dueCompanies(database, companiesAtOnce);
      due = found.length;
      // Unless somebody asked meanwhile to look again.
      if (nextPoll > 0) nextPoll = Math.max(nextPoll, begun + pollRest * (performance.now() - begun));
      return [...new Set([...companies, ...found])];
    },
    served(claimed) {
      if (due === companiesAtOnce && claimed > 0) nextPoll = 0;
      else if (due > 0 && claimed === 0) nextPoll = Math.min(nextPoll, performance.now() + heldMs);
    },
    waitMs: () => (wanted.size > 0 ? 0 : Math.max(0, nextPoll - performance.now())),
  };
}
