import type { QueryExecutorProvider } from 'kysely';
import type { LivingOwners } from '../../queue/leases.ts';
import type { DeliveryRules } from '../../queue/rules.ts';
import { dueCompanies } from '../claim/due-companies.ts';

const companiesAtOnce = 20;

/** Looking for all that is due takes no more than a fifth of the time, however many endpoints there are. */
const pollRest = 5;

/** Milliseconds after which to look again for what another process held locked. */
const heldMs = 100;

/** Looks from time to time for all companies that have something due, whoever told of it. */
export interface Poll {
  start(): void;
  /** Looks again at once. */
  hurry(): void;
  /** Says how many deliveries of a company were claimed. */
  claimed(companyId: string, count: number): void;
  /** Says that no company that was found is left to claim for. */
  drained(): void;
  stop(): Promise<void>;
}

export interface PollOptions {
  database: QueryExecutorProvider;
  owners: LivingOwners;
  /** Endpoints without a free place. */
  full: () => string[];
  rules: Pick<DeliveryRules, 'pollMs'>;
  found: (companyIds: readonly string[]) => void;
  failed: (error: unknown) => void;
}

export function createPoll({ database, owners, full, rules: { pollMs }, found, failed }: PollOptions): Poll {
  const companies = new Set<string>();
  let running = false;
  let polling: Promise<void> | undefined;
  let again = false;
  let more = false;
  /** Something of what was found could be claimed. */
  let progress = false;
  let timer: NodeJS.Timeout | undefined;
  let nextMs = 0;
  /** Milliseconds until looking again costs no more than it may. */
  let restMs = 0;

  function plan(milliseconds: number): void {
    if (!running) return;
    clearTimeout(timer);
    nextMs = performance.now() + milliseconds;
    timer = setTimeout(hurry, milliseconds);
  }

  function hurry(): void {
    if (!running) return;
    again = polling !== undefined;
    polling ??= poll().finally(() => {
      polling = undefined;
      if (again) hurry();
    });
  }

  async function poll(): Promise<void> {
    const begun = performance.now();
    try {
      await owners.refresh();
      const due = await dueCompanies(database, companiesAtOnce, { ...owners.alive(), full: full() });
      more = due.length === companiesAtOnce;
      progress = false;
      companies.clear();
      for (const companyId of due) companies.add(companyId);
      restMs = pollRest * (performance.now() - begun);
      plan(Math.max(pollMs, restMs));
      found(due);
    } catch (error) {
      failed(error);
      plan(pollMs);
    }
  }

  return {
    start() {
      running = true;
      hurry();
    },
    hurry,
    claimed(companyId, count) {
      if (!companies.delete(companyId)) return;
      if (count > 0) progress = true;
      else {
        const waitMs = Math.max(heldMs, restMs);
        if (nextMs - performance.now() > waitMs) plan(waitMs);
      }
    },
    drained() {
      if (!more || !progress || polling) return;
      more = false;
      hurry();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await polling;
    },
  };
}
