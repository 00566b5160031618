// Loaded into a server with --import. Reports its usage, and how it used the database for deliveries, over the IPC channel.
import pg from 'pg';
import type { DeliveryUsage } from './server-process.ts';

/** Statements of the dispatcher. Those that record events belong to requests. */
const isOfDispatcher = (text: string) =>
  text.includes('webhook_') && !text.includes('insert into webhook_event');

let statements = 0;
let roundTrips = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function counted(this: pg.Client, ...parameters: unknown[]): never {
  const [first] = parameters;
  const sent = (
    typeof first === 'object' && first !== null && 'statements' in first ? first.statements : [first]
  ) as (string | { text?: string })[];
  const own = sent.filter((one) => isOfDispatcher((typeof one === 'string' ? one : one?.text) ?? '')).length;
  statements += own;
  if (own > 0) roundTrips += 1;
  return Reflect.apply(query, this, parameters) as never;
};

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: DeliveryUsage = {
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    peakResidentBytes: process.resourceUsage().maxRSS * 1024,
    statements,
    roundTrips,
  };
  process.send?.(usage);
});
// The parent process has died.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
