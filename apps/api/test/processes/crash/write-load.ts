import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from './http-caller.ts';
import type { LedgerRecord } from './ledger.ts';

export interface WriteLoad {
  /** Acknowledged records, kept up to date. */
  records: LedgerRecord[];
  /** Number of responses that acknowledged a change. */
  acknowledged: number;
  /** Stops sending. Resolves when the last requests have completed or failed. */
  stop(): Promise<void>;
  /** Repeats the requests that got no response, with the same idempotency keys. Each must take effect exactly once. */
  repeatUnanswered(call: Caller): Promise<number>;
}

interface Write {
  method: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** Records its success. */
  acknowledge(body: unknown): void;
}

/** Starts several clients. Each changes its own records, one change after the other. */
export function startWriteLoad(
  call: Caller,
  { random, writers }: { random: () => number; writers: number },
): WriteLoad {
  const unanswered: Write[] = [];
  let stopped = false;
  const load: WriteLoad = {
    records: [],
    acknowledged: 0,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
    async repeatUnanswered(again) {
      const repeated = unanswered.splice(0);
      for (const write of repeated) await untilAnswered(write, again);
      return repeated.length;
    },
  };

  async function answered(write: Write, caller: Caller): Promise<boolean> {
    const { status, body } = await caller(write.method, write.path, write.body, write.headers);
    // A repeated DELETE may find that the record is already deleted.
    const isDone = status < 300 || (write.method === 'DELETE' && status === 404);
    if (!isDone) return false;
    write.acknowledge(body);
    load.acknowledged += 1;
    return true;
  }

  async function untilAnswered(write: Write, caller: Caller): Promise<void> {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if (await answered(write, caller).catch(() => false)) return;
      await delay(250);
    }
    throw new Error(`${write.method} ${write.path} got no successful response`);
  }

  function created(kind: LedgerRecord['kind'], notes: string, own: LedgerRecord[]) {
    return (body: unknown) => {
      const record = { kind, id: (body as { id: string }).id, notes, updates: 0, deleted: false };
      load.records.push(record);
      own.push(record);
    };
  }

  function nextWrite(own: LedgerRecord[], owners: Set<string>): Write {
    const notes = randomUUID();
    const headers = { 'Idempotency-Key': randomUUID() };
    const record = own[Math.floor(random() * own.length)];
    const choice = random();
    if (!record || choice < 0.4) {
      return {
        method: 'POST',
        path: '/v1/customers',
        body: { lastName: 'Vogel', notes },
        headers,
        acknowledge: created('customer', notes, own),
      };
    }
    const path = `/v1/${record.kind}s/${record.id}`;
    if (choice < 0.5 && record.kind === 'customer') {
      owners.add(record.id);
      return {
        method: 'POST',
        path: '/v1/projects',
        body: { customerId: record.id, notes },
        headers,
        acknowledge: created('project', notes, own),
      };
    }
    if (choice < 0.6 && !owners.has(record.id)) {
      own.splice(own.indexOf(record), 1);
      return { method: 'DELETE', path, acknowledge: () => Object.assign(record, { deleted: true }) };
    }
    return {
      method: 'PATCH',
      path,
      body: { notes },
      acknowledge: () => Object.assign(record, { notes, updates: record.updates + 1 }),
    };
  }

  async function write(): Promise<void> {
    const own: LedgerRecord[] = [];
    const owners = new Set<string>();
    while (!stopped) {
      const next = nextWrite(own, owners);
      const done = await answered(next, call).catch(() => false);
      if (done) continue;
      // The outcome is unknown, so these records must not be changed until the request has been repeated.
      unanswered.push(next);
      return;
    }
  }

  const running = Array.from({ length: writers }, write);
  return load;
}
