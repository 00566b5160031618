/**
 * A dispatcher in a process of its own. Takes its options as JSON, starts at the first line of its input, stops
 * gracefully at SIGTERM.
 */
import { once } from 'node:events';
import { openDatabase } from '@pv-planning/database';
import pino from 'pino';
import { createDispatcher } from '../../src/index.ts';
import { loopback, secretKey } from './settings.ts';
import type { WorkerOptions } from './worker-process.ts';

const { url, ca, rules, resolver } = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions & { ca: string };
const { kysely, close } = await openDatabase({ url, migrate: false });
const dispatcher = createDispatcher({
  kysely,
  secretKey,
  allowTargets: loopback,
  ca,
  logger: pino({ level: 'silent' }),
  ...(rules && { rules }),
  ...(resolver && { resolver }),
});
process.once('SIGTERM', async () => {
  await dispatcher.stop();
  await close();
  process.exit();
});
process.stdout.write('ready\n');
await once(process.stdin, 'data');
// The process that wanted it is gone.
process.stdin.once('end', () => process.exit());
dispatcher.start();
