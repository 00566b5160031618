import { randomInt } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';

/** Arbitrary first number of the advisory locks of processes. The second is the id of the process. */
const lockClass = 730_211;

/** SQL that tries to take the advisory lock of a process. */
export const tryLock = (id: number): string => `pg_try_advisory_lock(${lockClass}, ${id})`;

/** The processes whose leases are valid. */
export interface LeaseOwners {
  /** This process: its id while it holds its advisory lock, otherwise the negative id. */
  self: number;
  /** This process and those recently seen alive. */
  alive: readonly number[];
  /** Leases taken before this time by processes not in `alive` are void. Null until the first grace period has passed. */
  since: string | null;
}

/** Without knowledge of other processes, leases end only when they expire. */
export const unknownOwners: LeaseOwners = { self: 0, alive: [], since: null };

/** The processes that held their locks when the locks were read. */
interface Sighting {
  monotonicMs: number;
  databaseTime: string;
  ids: readonly number[];
}

/**
 * A process is considered dead after this many milliseconds without its lock. PostgreSQL releases the lock as soon as the process has
 * ended; a process that has only lost its connection takes the lock again within this time.
 */
const graceMs = 400;

/**
 * Grace period while this process does not hold its own lock, and for this time after it has regained the lock: others may be
 * reconnecting, too, because PostgreSQL has restarted.
 */
const graceAfterLossMs = 2_000;

/** Tracks live processes by their advisory locks. */
export interface LiveProcesses {
  /** Id of this process. */
  readonly id: number;
  /** Call when this process has taken or lost its own lock. */
  setLocked(isLocked: boolean): void;
  /** Reads the current locks. Returns whether leases have become void. */
  refresh(): Promise<boolean>;
  owners(): LeaseOwners;
}

/** @param lockLost called when the database has released the lock of this process unnoticed */
export function liveProcesses(
  database: QueryExecutorProvider,
  lockLost: () => void,
  id: number = randomInt(1, 2 ** 31),
): LiveProcesses {
  let isLocked = false;
  let lockedMs = Number.NEGATIVE_INFINITY;
  let hasLostLock = false;
  let regainedMs = Number.NEGATIVE_INFINITY;
  let sightings: readonly Sighting[] = [];

  /** Returns the sightings of the grace period, and whether they cover all of it. */
  function recent(): { window: readonly Sighting[]; isComplete: boolean } {
    const nowMs = performance.now();
    const grace = isLocked && nowMs - regainedMs >= graceAfterLossMs ? graceMs : graceAfterLossMs;
    const latestMs = sightings.at(-1)?.monotonicMs ?? nowMs;
    const first = sightings.findLastIndex(({ monotonicMs }) => latestMs - monotonicMs >= grace);
    return { window: sightings.slice(Math.max(0, first)), isComplete: first >= 0 };
  }

  function owners(): LeaseOwners {
    const { window, isComplete } = recent();
    return {
      self: isLocked ? id : -id,
      alive: [...new Set([id, ...window.flatMap(({ ids }) => ids)])],
      since: isComplete ? (window[0]?.databaseTime ?? null) : null,
    };
  }

  function setLocked(value: boolean): void {
    if (value) lockedMs = performance.now();
    if (value && hasLostLock) regainedMs = lockedMs;
    hasLostLock ||= !value;
    isLocked = value;
  }

  return {
    id,
    setLocked,
    async refresh() {
      const before = owners();
      const monotonicMs = performance.now();
      const { rows } = await sql<{ databaseTime: string; ids: number[] | null }>`
        select now() as database_time, json_agg(objid::bigint) filter (where objid is not null) as ids
        from (select 1 as one) as always
        left join pg_locks on locktype = 'advisory' and classid = ${lockClass} and granted
          and database = (select oid from pg_database where datname = current_database())
      `.execute(database);
      const [row] = rows;
      if (!row) return false;
      const ids = row.ids ?? [];
      // Other processes consider the leases of this process void. Reporting the lock as held would create more such leases.
      if (isLocked && lockedMs < monotonicMs && !ids.includes(id)) {
        setLocked(false);
        lockLost();
      }
      const first = sightings.findLastIndex(
        (sighting) => monotonicMs - sighting.monotonicMs >= graceAfterLossMs,
      );
      sightings = [
        ...sightings.slice(Math.max(0, first)),
        { monotonicMs, databaseTime: row.databaseTime, ids },
      ];
      const { alive, since } = owners();
      return since !== null && (before.since === null || before.alive.some((one) => !alive.includes(one)));
    },
    owners,
  };
}
