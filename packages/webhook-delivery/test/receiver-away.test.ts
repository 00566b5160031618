import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { defaultRules, type NewNotice } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { hours, minutes } from './support/database-clock.ts';
import { figuresOfOutage, shortestUntilDisabledMs } from './support/outage-figures.ts';
import { eventually } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();
beforeAll(() => bench.clock.stop());

const { gateFirstMs, gateCapMs, retryFirstMs, retryCapMs, retryOverloadedMs } = defaultRules;
const rules = { gateFirstMs, gateCapMs, retryFirstMs, retryCapMs, retryOverloadedMs };

/** Minimum step by which the clock is advanced: the interval of polls. */
const tickMs = defaultRules.pollMs;

interface Request {
  id: string;
  /** Milliseconds since the outage began. */
  atMs: number;
}

/** An endpoint whose receiver has just become unavailable, and a dispatcher with the default pauses. */
async function goneReceiver() {
  let elapsedMs = 0;
  let isAway = true;
  const failed: Request[] = [];
  const arrived: Request[] = [];
  const notices: NewNotice[] = [];
  receiver.answer((response, { id }) => {
    (isAway ? failed : arrived).push({ id, atMs: elapsedMs });
    response.writeHead(isAway ? 503 : 204).end();
  });
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch({ rules, onNotice: async (notice) => void notices.push(notice) });

  /** Waits until no delivery is due. Returns the milliseconds until the next one is; null if none is queued. */
  const quiet = () =>
    eventually(async () => {
      const { rows } = await sql<{ isLeased: boolean; waitMs: number | null }>`
        select coalesce(bool_or(lease_token is not null), false) as is_leased,
          (extract(epoch from min(greatest(due_at, gate_until)) filter (where state = 'active') - now()) * 1000)
            ::double precision as wait_ms
        from webhook_delivery as delivery
        join webhook_endpoint as endpoint
          on endpoint.company_id = delivery.company_id and endpoint.id = delivery.endpoint_id
        where delivery.company_id = ${companyId}::bigint
      `.execute(bench.database.kysely);
      const [{ isLeased, waitMs } = expect.fail()] = rows;
      expect(isLeased).toBe(false);
      if (waitMs !== null) expect(waitMs).toBeGreaterThan(0);
      return waitMs;
    });

  async function advance(milliseconds: number): Promise<void> {
    elapsedMs += milliseconds;
    await bench.clock.advance(milliseconds);
  }

  return {
    ...{ companyId, id, failed, arrived, notices },
    /** Advances the clock and sends due deliveries until the given time, or until the queue is empty. */
    async pass(untilMs?: number): Promise<void> {
      for (;;) {
        const waitMs = await quiet();
        if (waitMs === null && untilMs === undefined) return;
        const leftMs = (untilMs ?? Number.POSITIVE_INFINITY) - elapsedMs;
        await advance(Math.min(leftMs, Math.max(tickMs, waitMs ?? Number.POSITIVE_INFINITY)));
        if (elapsedMs === untilMs) return;
      }
    },
    returns() {
      isAway = false;
    },
  };
}

type GoneReceiver = Awaited<ReturnType<typeof goneReceiver>>;

const noticesOf = ({ notices }: GoneReceiver) =>
  notices.map(({ kind, consecutiveFailures }) => `${kind} ${consecutiveFailures}`);

const idsOf = (requests: readonly Request[]) => new Set(requests.map(({ id }) => id));

/** Records 60 events at the start of the outage and others during it. Returns their ids. */
async function recordWhileAway(gone: GoneReceiver, awayMs: number): Promise<string[]> {
  const ids = await bench.recordMany(gone.companyId, 60);
  for (const part of [0.3, 0.6, 0.95]) {
    await gone.pass(Math.round(part * awayMs));
    ids.push(...(await bench.recordMany(gone.companyId, 5)));
  }
  await gone.pass(awayMs);
  return ids;
}

test.each([
  ['10 s', 10_000, []],
  ['1 min', minutes(1), []],
  ['150 s', 150_000, []],
  ['10 min', minutes(10), ['failing 10']],
  ['90 min', minutes(90), ['failing 10']],
])(
  'a receiver that was away for %s stays active and gets all events in time',
  async (_text, awayMs, notices) => {
    const gone = await goneReceiver();
    const ids = await recordWhileAway(gone, awayMs);
    gone.returns();
    await gone.pass();
    const { firstAttemptMs, lastEventMs } = figuresOfOutage(awayMs, defaultRules);
    const times = gone.arrived.map(({ atMs }) => atMs - awayMs);
    expect(idsOf(gone.arrived)).toEqual(new Set(ids));
    expect(Math.min(...times)).toBeLessThanOrEqual(firstAttemptMs);
    expect(Math.max(...times)).toBeLessThanOrEqual(lastEventMs + tickMs);
    expect(await bench.endpoints.get(gone.id)).toMatchObject({ state: 'active', consecutiveFailures: 0 });
    expect(noticesOf(gone)).toEqual(notices);
  },
);

test('a receiver that was away for 3 h is disabled, and gets all events once its endpoint is enabled', async () => {
  const gone = await goneReceiver();
  const ids = await recordWhileAway(gone, hours(3));
  const { stateChangedAt, createdAt, ...endpoint } = await bench.endpoints.get(gone.id);
  expect(endpoint).toMatchObject({ state: 'disabled', consecutiveFailures: 20, pausedUntil: null });
  const disabledAfterMs = Date.parse(stateChangedAt) - Date.parse(createdAt);
  expect(disabledAfterMs).toBeGreaterThanOrEqual(shortestUntilDisabledMs(defaultRules));
  expect(disabledAfterMs).toBeLessThan(shortestUntilDisabledMs(defaultRules) + 20 * tickMs);
  expect(noticesOf(gone)).toEqual(['failing 10', 'disabled 20']);
  const [failing, disabled] = gone.notices;
  expect(failing).toMatchObject({ url: receiver.url, errorCode: 'http_status', waiting: 60 });
  expect(disabled).toMatchObject({ pausedUntil: null, failingSince: failing?.failingSince });
  gone.returns();
  await gone.pass();
  expect(gone.arrived).toEqual([]);
  await bench.endpoints.enable(gone.id);
  await gone.pass();
  expect(idsOf(gone.arrived)).toEqual(new Set(ids));
  expect(Math.max(...gone.arrived.map(({ atMs }) => atMs))).toBe(hours(3));
});

test('the log shows the pause, which can delay an event by more than an hour between two attempts', async () => {
  const gone = await goneReceiver();
  await bench.recordMany(gone.companyId, 60);
  await gone.pass(minutes(20));
  const { pausedUntil, createdAt, ...endpoint } = await bench.endpoints.get(gone.id);
  expect(endpoint).toMatchObject({ lastErrorCode: 'http_status', failingSince: createdAt });
  await gone.pass(minutes(90));
  const next = gone.failed.find(({ atMs }) => atMs > minutes(20));
  expect(Date.parse(pausedUntil ?? '') - Date.parse(createdAt)).toBe(next?.atMs);
  gone.returns();
  await gone.pass();
  const [first] = gone.failed;
  const attempts = [...gone.failed, ...gone.arrived].filter(({ id }) => id === first?.id);
  expect((attempts[1]?.atMs ?? 0) - (attempts[0]?.atMs ?? 0)).toBeGreaterThan(hours(1));
  expect(await bench.endpoints.get(gone.id)).toMatchObject({
    ...{ pausedUntil: null, lastErrorCode: null, failingSince: null },
  });
});
