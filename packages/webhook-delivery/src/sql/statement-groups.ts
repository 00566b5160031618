import { type Connections, isUnavailable, type Tables } from '@pv-planning/database';
import { CompiledQuery, type Kysely } from 'kysely';

/** Statements of several companies that are sent together, each limited to one company. */
export interface StatementGroups {
  /** Executes a statement together with others that are waiting, in a round trip and a transaction of all of them. */
  execute<Row>(statement: CompiledQuery): Promise<Row[]>;
}

/** Executes each statement alone. */
export const unbatched = (database: Kysely<Tables>): StatementGroups => ({
  execute: async <Row>(statement: CompiledQuery) => (await database.executeQuery<Row>(statement)).rows,
});

interface Waiting {
  statement: CompiledQuery;
  /** Deadline for retries after lock timeouts, on the clock of `performance.now()`. */
  lockedUntilMs: number;
  /** Whether it took longer than `groupedMs` on its own. */
  isSlow: boolean;
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
}

/** Maximum number of statements in a group. */
const maxStatements = 50;

/**
 * Minimum milliseconds from one group to the next for each statement of the first, up to a limit. A single statement is sent
 * immediately, several hundred a second in groups.
 */
const spacingMs = 1;
const maxSpacingMs = 15;

/**
 * Limits of a statement in a group: for a wait for a lock, and in total. Exceeding one fails the group, whose locks the statement
 * would otherwise hold.
 */
const lockMs = 100;
const groupedMs = 500;
const groupLimits = CompiledQuery.raw(
  `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)`,
  [String(lockMs), String(groupedMs)],
);
const lockLimit = CompiledQuery.raw(`select set_config('lock_timeout', $1, true)`, [String(lockMs)]);

/** Maximum time to retry a statement that waits for a lock. */
const maxLockedMs = 10_000;

/** Number of connections that the groups of one kind use: one for groups, one for the statements of groups that have failed. */
export const groupConnections = 2;

/**
 * Sends statements in groups: one group at a time, while further statements wait for the next. The statements of a group that fails
 * are executed one by one, while further groups are sent. Those that wait for locks take turns, and slow ones come last, so that no
 * company waits long for another.
 */
export function createStatementGroups({
  executeTogether,
}: Pick<Connections, 'executeTogether'>): StatementGroups {
  let waiting: Waiting[] = [];
  let isSending = false;
  let nextMs = 0;
  /** Statements of groups that have failed. */
  const failed: Waiting[] = [];
  let isRepeating = false;

  function plan(): void {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    const waitMs = nextMs - performance.now();
    if (waitMs > 0) setTimeout(send, waitMs);
    // Statements of one turn of the event loop are sent together.
    else setImmediate(send);
  }

  async function send(): Promise<void> {
    const group = waiting.slice(0, maxStatements);
    waiting = waiting.slice(maxStatements);
    nextMs = performance.now() + (group.length > 1 ? Math.min(maxSpacingMs, group.length * spacingMs) : 0);
    try {
      const [, ...results] = await executeTogether([groupLimits, ...group.map(({ statement }) => statement)]);
      for (const [index, { resolve }] of group.entries()) resolve(results[index] ?? []);
    } catch (error) {
      if (isUnavailable(error)) for (const { reject } of group) reject(error);
      else {
        failed.unshift(...group);
        void repeatFailed();
      }
    }
    isSending = false;
    plan();
  }

  async function repeatFailed(): Promise<void> {
    if (isRepeating) return;
    isRepeating = true;
    for (let next = failed.shift(); next; next = failed.shift()) await executeAlone(next);
    isRepeating = false;
  }

  async function executeAlone(one: Waiting): Promise<void> {
    try {
      const [, rows = []] = await executeTogether([one.isSlow ? lockLimit : groupLimits, one.statement]);
      one.resolve(rows);
    } catch (error) {
      const isLocked = isTimeout(error, lockTimeout) && performance.now() < one.lockedUntilMs;
      const isSlow = isTimeout(error, statementTimeout) && !one.isSlow;
      one.isSlow ||= isSlow;
      if (isLocked || isSlow) failed.push(one);
      else one.reject(error);
      if (isUnavailable(error)) for (const { reject } of failed.splice(0)) reject(error);
    }
  }

  return {
    execute<Row>(statement: CompiledQuery) {
      return new Promise<Row[]>((resolve, reject) => {
        waiting.push({
          statement,
          lockedUntilMs: performance.now() + maxLockedMs,
          isSlow: false,
          resolve: (rows) => resolve(rows as Row[]),
          reject,
        });
        plan();
      });
    },
  };
}

/** SQLSTATEs. */
const lockTimeout = '55P03';
const statementTimeout = '57014';

const isTimeout = (error: unknown, state: string): boolean =>
  error instanceof Error && 'code' in error && error.code === state;
