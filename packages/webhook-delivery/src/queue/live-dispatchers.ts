import { type QueryExecutorProvider, sql } from 'kysely';
import type { LeaseOwners } from './leases.ts';

/** Arbitrary first number of the dispatchers' advisory locks. The second is the dispatcher's id. */
const lockClass = 730_211;

/** SQL that tries to take the advisory lock of a dispatcher. */
export const tryLock = (id: number): string => `pg_try_advisory_lock(${lockClass}, ${id})`;

/** The dispatchers that held their locks when the locks were read. */
interface Sighting {
  monotonicMs: number;
  databaseTime: string;
  ids: readonly number[];
}

/** A dispatcher is considered dead only after this many milliseconds without its lock, because PostgreSQL may be restarting. */
const graceMs = 2_000;

/** Tracks live dispatchers by their advisory locks. */
export interface LiveDispatchers {
  /** Id of this dispatcher. */
  readonly id: number;
  /** Call when this dispatcher has taken or lost its own lock. */
  setLocked(isLocked: boolean): void;
  /** Reads the current locks. */
  refresh(): Promise<void>;
  /** Returns the current data for a claim. */
  owners(): LeaseOwners;
}

export function createLiveDispatchers(database: QueryExecutorProvider, id: number): LiveDispatchers {
  let isLocked = false;
  let sightings: Sighting[] = [];
  return {
    id,
    setLocked(value) {
      isLocked = value;
    },
    async refresh() {
      const monotonicMs = performance.now();
      const { rows } = await sql<{ databaseTime: string; ids: number[] | null }>`
        select now() as database_time, json_agg(objid::bigint) filter (where objid is not null) as ids
        from (select 1 as one) as always
        left join pg_locks on locktype = 'advisory' and classid = ${lockClass} and granted
          and database = (select oid from pg_database where datname = current_database())
      `.execute(database);
      const [row] = rows;
      if (!row) return;
      const lastBeforeGrace = sightings.findLastIndex(
        (sighting) => monotonicMs - sighting.monotonicMs >= graceMs,
      );
      sightings = [
        ...sightings.slice(Math.max(0, lastBeforeGrace)),
        { monotonicMs, databaseTime: row.databaseTime, ids: row.ids ?? [] },
      ];
    },
    owners() {
      const [first, last] = [sightings[0], sightings.at(-1)];
      const graceHasPassed = first && last && last.monotonicMs - first.monotonicMs >= graceMs;
      return {
        self: isLocked ? id : -id,
        alive: [...new Set([id, ...sightings.flatMap(({ ids }) => ids)])],
        since: graceHasPassed ? first.databaseTime : null,
      };
    },
  };
}
