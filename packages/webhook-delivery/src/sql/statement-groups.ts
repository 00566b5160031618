import { type Connections, isUnavailable, type Tables } from '@pv-planning/database';
import { CompiledQuery, type Kysely } from 'kysely';

/** Statements of several companies that are sent together, each limited to one company. */
export interface StatementGroups {
  /** Executes a statement together with others that are waiting, in a round trip and a transaction of all of them. */
  execute<Row>(statement: CompiledQuery): Promise<Row[]>;
}

/** Executes each statement alone. */
export const alone = (database: Kysely<Tables>): StatementGroups => ({
  execute: async <Row>(statement: CompiledQuery) => (await database.executeQuery<Row>(statement)).rows,
});

interface Waiting {
  statement: CompiledQuery;
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
 * A statement of a group that waits longer for a lock fails, and its group with it. Then each statement of the group is sent by
 * itself, and one that waits for a lock again is executed alone, so that its company delays the others no longer than this.
 */
const lockMs = 100;
const limitLocks = CompiledQuery.raw(`select set_config('lock_timeout', $1, true)`, [String(lockMs)]);

/** Number of connections that the groups of one kind use: one for a group, one for a statement that is executed alone. */
export const groupConnections = 2;

/** Sends statements in groups: one group at a time, while further statements wait for the next. */
export function createStatementGroups({
  kysely,
  executeTogether,
}: Pick<Connections, 'kysely' | 'executeTogether'>): StatementGroups {
  let waiting: Waiting[] = [];
  let isSending = false;
  let nextMs = 0;
  /** Number of statements that are executed alone, one after the other. */
  let countAlone = 0;
  let lastAlone: Promise<void> = Promise.resolve();

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
    const [first] = group;
    if (first && group.length === 1 && countAlone === 0) await endedOr(lockMs, sendAlone(first));
    else await sendTogether(group);
    isSending = false;
    plan();
  }

  async function sendTogether(group: readonly Waiting[]): Promise<void> {
    try {
      const [, ...results] = await executeTogether([limitLocks, ...group.map(({ statement }) => statement)]);
      for (const [index, { resolve }] of group.entries()) resolve(results[index] ?? []);
    } catch (error) {
      const [first] = group;
      if (isUnavailable(error)) for (const { reject } of group) reject(error);
      else if (group.length > 1) for (const one of group) await sendTogether([one]);
      else if (first && isLockTimeout(error)) void sendAlone(first);
      else first?.reject(error);
    }
  }

  function sendAlone({ statement, resolve, reject }: Waiting): Promise<void> {
    countAlone += 1;
    lastAlone = lastAlone.then(async () => {
      try {
        resolve((await kysely.executeQuery(statement)).rows);
      } catch (error) {
        reject(error);
      }
      countAlone -= 1;
    });
    return lastAlone;
  }

  return {
    execute<Row>(statement: CompiledQuery) {
      return new Promise<Row[]>((resolve, reject) => {
        waiting.push({ statement, resolve: (rows) => resolve(rows as Row[]), reject });
        plan();
      });
    },
  };
}

/** SQLSTATE of a wait for a lock that took too long. */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Resolves when the promise does, but after the given time at the latest. */
async function endedOr(maxMs: number, promise: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxMs);
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
