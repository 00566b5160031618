import { type QueryExecutorProvider, sql } from 'kysely';

/** What claims know of the dispatchers that hold leases. */
export interface LeaseOwners {
  /** This dispatcher. Above 0 while it holds the advisory lock of this number, below 0 otherwise. */
  self: number;
  /** This one, and those that were seen alive. */
  alive: readonly number[];
  /** A lease taken before this, by a dispatcher that is not among them, is void. Null as long as nobody can be missing. */
  since: string | null;
}

/** For a dispatcher that knows of no other: leases end by time alone. */
export const unknownOwners: LeaseOwners = { self: 0, alive: [], since: null };

/**
 * Whether a delivery may be claimed, as far as leases tell: it has none, it has lapsed, or its dispatcher has died. One of a later
 * time was taken before the database's clock was set back, and would last for as long as the clock had been ahead. `alive` and
 * `since` are parameters.
 */
export const isFree = (delivery: string, alive: string, since: string): string => `
  (${delivery}.lease_token is null or ${delivery}.lease_until <= now()
    or ${delivery}.leased_by > 0 and ${delivery}.leased_by <> all(${alive}::integer[]) and ${delivery}.leased_at < ${since}::timestamptz
    or abs(${delivery}.leased_by) <> all(${alive}::integer[]) and ${delivery}.leased_at > now() + interval '1 minute')`;

/** Arbitrary first number of the advisory locks of dispatchers; the second one is the dispatcher's. */
const lockClass = 730_211;

export const lockOf = (id: number): string => `pg_try_advisory_lock(${lockClass}, ${id})`;

interface Sighting {
  monotonicMs: number;
  databaseTime: string;
  ids: readonly number[];
}

/** How long a dispatcher may be without its connection, for example because PostgreSQL restarts, before it counts as dead. */
const graceMs = 2_000;

/** Follows which dispatchers live, as their advisory locks tell. */
export interface LivingOwners {
  /** Looks again. */
  refresh(): Promise<void>;
  alive(): Pick<LeaseOwners, 'alive' | 'since'>;
}

export function createLivingOwners(database: QueryExecutorProvider, self: number): LivingOwners {
  let sightings: Sighting[] = [];
  return {
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
      const latestOld = sightings.findLastIndex((sighting) => monotonicMs - sighting.monotonicMs >= graceMs);
      sightings = [
        ...sightings.slice(Math.max(0, latestOld)),
        { monotonicMs, databaseTime: row.databaseTime, ids: row.ids ?? [] },
      ];
    },
    alive() {
      const [first, last] = [sightings[0], sightings.at(-1)];
      const known = first && last && last.monotonicMs - first.monotonicMs >= graceMs;
      return {
        alive: [...new Set([self, ...sightings.flatMap(({ ids }) => ids)])],
        since: known ? first.databaseTime : null,
      };
    },
  };
}
