import type { Database } from '@pv-planning/database';
import { LRUCache } from 'lru-cache';
import { linkState } from '../../kernel/links/link-records.ts';
import type { LinkPurpose, TokenTarget } from '../../kernel/links/link-tokens.ts';
import type { Clock } from '../../kernel/records/change-time.ts';
import type { LookUp } from './look-up.ts';

/** Time for which an ended link is rejected without another look-up. */
const endedMs = 1_000;
const maxRememberedLinks = 10_000;

/** Whether a link that this service has made still opens its record. @throws as `LookUp` does */
export type LinkLookup = (target: TokenTarget<LinkPurpose>) => Promise<boolean>;

interface LinkLookupParts {
  database: Database;
  clock: Clock;
  lookUp: LookUp;
}

/** At most one look-up waits per link, and ended links are rarely looked up, however often they are sent. */
export function linkLookup({ database, clock, lookUp }: LinkLookupParts): LinkLookup {
  const spent = new LRUCache<string, true>({ max: maxRememberedLinks });
  /** Look-ups that have not begun yet: they see all present commits. */
  const waiting = new Map<string, Promise<boolean>>();

  async function read(id: string, target: TokenTarget<LinkPurpose>): Promise<boolean> {
    waiting.delete(id);
    const db = database.forCompany(target.companyId);
    const state = await linkState(db, target, await clock(db));
    if (state === 'replaced') spent.set(id, true);
    if (state === 'ended') spent.set(id, true, { ttl: endedMs });
    return state === 'open';
  }

  function begin(id: string, target: TokenTarget<LinkPurpose>): Promise<boolean> {
    const found = lookUp(`links of ${target.companyId}`, () => read(id, target));
    waiting.set(id, found);
    found.catch(() => {
      if (waiting.get(id) === found) waiting.delete(id);
    });
    return found;
  }

  return async (target) => {
    const { purpose, companyId, recordId, version } = target;
    const id = `${purpose} ${companyId} ${recordId} ${version}`;
    return !spent.has(id) && (waiting.get(id) ?? begin(id, target));
  };
}
