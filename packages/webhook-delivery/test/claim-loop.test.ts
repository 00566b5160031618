import { expect, onTestFinished, test, vi } from 'vitest';
import { createCapacity } from '../src/dispatch/capacity/capacity.ts';
import type { Claim, ClaimedWork, ClaimOrder, EndpointReport } from '../src/dispatch/claim/claim.ts';
import { createClaimLoop } from '../src/dispatch/loops/claim-loop.ts';
import { createClaimSchedule } from '../src/dispatch/schedule/claim-schedule.ts';
import { defaultRules } from '../src/index.ts';

const report: EndpointReport = {
  endpointId: 'endpoint',
  claimed: 0,
  limit: null,
  recovering: null,
  backlog: false,
  rateWaitMs: null,
};

/** Returns the result of a claim for one endpoint. */
function claimed(companyId: string, count: number, changes: Partial<EndpointReport> = {}): ClaimedWork {
  const claims = Array.from(
    { length: count },
    () => ({ companyId, endpoint: { id: 'endpoint' }, leaseToken: 'lease' }) as Claim,
  );
  return { claims, endpoints: [{ ...report, claimed: count, ...changes }], lostLeases: 0, more: false };
}

const nothing: ClaimedWork = { claims: [], endpoints: [], lostLeases: 0, more: false };

/** Starts a claim loop whose claims the test completes. */
function startLoop(rules: Partial<typeof defaultRules> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const allRules = { ...defaultRules, ...rules };
  const pending: { order: Pick<ClaimOrder, 'companyId' | 'limit'>; answer: (work: ClaimedWork) => void }[] =
    [];
  const capacity = createCapacity(allRules);
  const schedule = createClaimSchedule(capacity);
  const send = vi.fn(capacity.began);
  const releaseLeases = vi.fn();
  const isDue = vi.fn(async () => false);
  const failed = vi.fn();
  const loop = createClaimLoop({
    claim: (order) => new Promise((resolve) => pending.push({ order, answer: resolve })),
    isDue,
    schedule,
    capacity,
    attempts: { send },
    leaseReleases: { releaseLeases },
    poll: { claimed: () => {}, drained: () => {} },
    rules: allRules,
    claimed: () => {},
    failed,
  });
  loop.start();
  return {
    loop,
    wake: schedule.wake,
    send,
    releaseLeases,
    isDue,
    failed,
    /** Returns the companies with a pending claim. */
    claiming: () => pending.map(({ order }) => order.companyId),
    limits: () => pending.map(({ order }) => order.limit),
    /** Completes the oldest claim. */
    async complete(work: ClaimedWork) {
      pending.shift()?.answer(work);
      await vi.advanceTimersByTimeAsync(0);
    },
    /** Ends an attempt of the company. */
    end(companyId: string) {
      const attempt = { companyId, endpoint: { id: 'endpoint' }, leaseToken: 'lease' };
      schedule.slotReleased(companyId, capacity.ended(attempt, { delivered: true, responseMs: 1 }));
    },
  };
}

test('claims for at most fifty companies concurrently', async () => {
  const { wake, claiming, complete } = startLoop({ maxInFlight: 10_000 });
  const companies = Array.from({ length: 51 }, (_, index) => String(index));
  for (const companyId of companies) wake(companyId);
  expect(claiming()).toEqual(companies.slice(0, 50));
  await complete(nothing);
  expect(claiming()).toEqual(companies.slice(1));
});

test('a wake-up for a company during its claim causes another claim', async () => {
  const { wake, claiming, complete } = startLoop();
  wake('1');
  wake('1');
  expect(claiming()).toEqual(['1']);
  await complete(nothing);
  expect(claiming()).toEqual(['1']);
  await complete(nothing);
  expect(claiming()).toEqual([]);
});

test('passes claimed deliveries on and claims again if an endpoint with a backlog has free slots', async () => {
  const { wake, send, claiming, complete } = startLoop();
  wake('1');
  await complete(claimed('1', 2, { backlog: true }));
  expect(send).toHaveBeenCalledTimes(2);
  expect(claiming()).toEqual(['1']);
  await complete(claimed('1', 1));
  expect(send).toHaveBeenCalledTimes(3);
  expect(claiming()).toEqual([]);
});

test('a company without free slots waits until one is released', async () => {
  const { wake, claiming, limits, complete, end } = startLoop({ maxInFlight: 4 });
  wake('1');
  expect(limits()).toEqual([2]);
  await complete(claimed('1', 2));
  await vi.advanceTimersByTimeAsync(1_000);
  wake('1');
  expect(claiming()).toEqual([]);
  end('1');
  expect(claiming()).toEqual(['1']);
  expect(limits()).toEqual([1]);
});

test("claims for a company without free slots once another company's claim returns unused slots", async () => {
  const { wake, claiming, complete } = startLoop({ maxInFlight: 8 });
  wake('1');
  await complete(claimed('1', 3));
  await vi.advanceTimersByTimeAsync(2_000);
  wake('2');
  wake('1');
  expect(claiming()).toEqual(['2']);
  await complete(nothing);
  expect(claiming()).toEqual(['1']);
});

test('several slots released for a backlog are combined into one claim', async () => {
  const { wake, claiming, complete, end } = startLoop();
  wake('1');
  await complete(claimed('1', defaultRules.startInFlight, { backlog: true }));
  expect(claiming()).toEqual([]);
  end('1');
  expect(claiming()).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  expect(claiming()).toEqual(['1']);
});

test('claims again when the rate of an endpoint allows it', async () => {
  const { wake, claiming, complete } = startLoop();
  wake('1');
  await complete(claimed('1', 1, { backlog: true, rateWaitMs: 200 }));
  await vi.advanceTimersByTimeAsync(190);
  expect(claiming()).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(claiming()).toEqual(['1']);
});

test('a claim that finds nothing does not replace the wait for the rate', async () => {
  const { wake, claiming, complete } = startLoop();
  wake('1');
  await complete(claimed('1', 1, { backlog: true, rateWaitMs: 500 }));
  wake('1');
  await complete(nothing);
  await vi.advanceTimersByTimeAsync(490);
  expect(claiming()).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(claiming()).toEqual(['1']);
});

test('after an empty claim, checks every 100 ms whether deliveries are due, and claims if so', async () => {
  const { wake, isDue, claiming, complete } = startLoop();
  isDue.mockResolvedValue(true);
  wake('1');
  for (let claims = 0; claims < 3; claims += 1) {
    await complete(nothing);
    expect(claiming()).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(claiming()).toEqual(['1']);
  }
  isDue.mockResolvedValue(false);
  await complete(nothing);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(claiming()).toEqual([]);
  expect(isDue).toHaveBeenCalledTimes(4);
});

test('a failed claim is repeated after the poll interval', async () => {
  const { wake, failed, claiming, complete } = startLoop({ pollMs: 1_000 });
  wake('1');
  await complete({ ...nothing, failure: new Error('deadlock') });
  expect(failed).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(999);
  expect(claiming()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(claiming()).toEqual(['1']);
});

test('a stop waits for running claims and releases their deliveries', async () => {
  const { loop, wake, send, releaseLeases, complete } = startLoop();
  wake('1');
  const stopped = loop.stop();
  const work = claimed('1', 2);
  await complete(work);
  await stopped;
  expect(releaseLeases).toHaveBeenCalledExactlyOnceWith('1', work.claims);
  expect(send).not.toHaveBeenCalled();
});
