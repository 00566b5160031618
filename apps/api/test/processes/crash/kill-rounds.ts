import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { httpCaller } from './http-caller.ts';
import { differences, type LedgerRecord } from './ledger.ts';
import { seededRandom } from './seeded-random.ts';
import {
  type KillTarget,
  killHard,
  type ServiceProcess,
  startServiceProcess,
  stopServiceProcess,
} from './service-process.ts';
import { startWriteLoad } from './write-load.ts';

export interface KillRound {
  target: KillTarget;
  /** Number of acknowledged changes, including repeated ones. */
  acknowledged: number;
  /** Number of requests that got no response and were repeated. */
  repeated: number;
  /** Time from the kill until the service was ready again. */
  recoveryMs: number;
  lost: string[];
}

export interface KillBench {
  readonly service: ServiceProcess;
  readonly dataDir: string;
  readonly apiKey: string;
  round(target: KillTarget): Promise<KillRound>;
  /** Returns the missing and duplicate changes of all rounds. */
  lostAltogether(): Promise<string[]>;
  /** Stops the service and starts it again on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const writers = 8;

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(20_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Starts a service, with its own data directory, that can be killed under write load. The seed determines the writes and the time of the kill. */
export async function openKillBench(seed: number): Promise<KillBench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pv-crash-'));
  const random = seededRandom(seed);
  const start = (environment = {}) => startServiceProcess({ dataDir, environment });
  const beganAt = new Date(Date.now() - 1_000).toISOString();
  const everyRecord: LedgerRecord[] = [];
  // Like `npm start`, including all steps of a first start.
  let service = await start({ NODE_ENV: '' });
  const apiKey = service.apiKey ?? '';
  const caller = () => httpCaller(service.url, apiKey);

  return {
    get service() {
      return service;
    },
    dataDir,
    apiKey,
    async round(target) {
      const since = new Date(Date.now() - 1_000).toISOString();
      const load = startWriteLoad(caller(), { random, writers });
      // A number of changes rather than a duration, because a busy machine writes less in the same time.
      const enough = 20 + Math.floor(random() * 100);
      while (load.acknowledged < enough) await delay(1);
      const killedAt = performance.now();
      await killHard(target, service, dataDir);
      await load.stop();
      if (target !== 'postgres') service = await start();
      while (!(await isReady(service.url))) await delay(20);
      const recoveryMs = performance.now() - killedAt;
      const repeated = await load.repeatUnanswered(caller());
      everyRecord.push(...load.records);
      return {
        target,
        acknowledged: load.acknowledged,
        repeated,
        recoveryMs,
        lost: await differences(caller(), load.records, since),
      };
    },
    lostAltogether: () => differences(caller(), everyRecord, beganAt),
    async restart() {
      await stopServiceProcess(service);
      service = await start();
    },
    async close() {
      await stopServiceProcess(service);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
