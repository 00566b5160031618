import { openDatabase, openProcessSession } from '@pv-planning/database';
import pino from 'pino';
import { createDispatcher, dispatcherConnections } from '../index.ts';
import { loopback, secretKey } from './loopback.ts';
import type { WorkerOptions, WorkerOrder, WorkerReport } from './worker-orders.ts';

const { url, ca, rules, resolver } = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions;
const logger = pino({ level: 'silent' });
const connections = await openDatabase({
  url,
  migrate: false,
  poolSize: dispatcherConnections,
  indexesOnly: true,
});

/** Created at the start: a worker that is not started must not appear alive. */
function startDispatcher() {
  const connection = () => ({ connectionString: url });
  const session = openProcessSession({ database: connections.kysely, connection });
  const dispatcher = createDispatcher({
    connections,
    session,
    secretKey,
    allowTargets: loopback,
    ca,
    logger,
    ...(rules && { rules }),
    ...(resolver && { resolver }),
  });
  dispatcher.start();
  return { session, dispatcher };
}

let started: ReturnType<typeof startDispatcher> | undefined;

/** The values of a metric. The values of a histogram differ by the suffix of their names, such as `_count`. */
async function valuesOf(metric: string): Promise<{ metricName?: string; value: number; labels: object }[]> {
  return (await started?.dispatcher.registry.getSingleMetric(metric)?.get())?.values ?? [];
}

async function report(): Promise<WorkerReport> {
  const attempts = await valuesOf('webhook_attempts_total');
  const claims = await valuesOf('webhook_claim_seconds');
  const ofClaims = (part: string) => claims.find(({ metricName }) => metricName?.endsWith(part))?.value ?? 0;
  const { user, system } = process.cpuUsage();
  return {
    delivered: attempts
      .filter(({ labels }) => 'outcome' in labels && labels.outcome === 'delivered')
      .reduce((sum, { value }) => sum + value, 0),
    claims: ofClaims('_count'),
    claimSeconds: ofClaims('_sum'),
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    peakResidentBytes: process.resourceUsage().maxRSS * 1024,
  };
}

async function stop(): Promise<void> {
  await started?.dispatcher.stop();
  await started?.session.stop();
  await connections.close();
  process.exit();
}

process.on('message', async ({ order }: WorkerOrder) => {
  if (order === 'start') started ??= startDispatcher();
  process.send?.(await report());
});
process.once('SIGTERM', stop);
// The parent process has exited.
process.once('disconnect', () => process.exit());
process.stdout.write('ready\n');
