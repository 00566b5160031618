// Loaded into a server with --import. Reports its usage, and how it used the database for deliveries, over the IPC channel.
import pg from 'pg';
import type { DatabaseUse, DeliveryUsage } from './server-process.ts';

/** Statements of the dispatcher. Those that record events belong to requests. */
const isOfDispatcher = (text: string) =>
  text.includes('webhook_') && !text.includes('insert into webhook_event');

const dispatcher: DatabaseUse = { statements: 0, roundTrips: 0 };
const requests: DatabaseUse = { statements: 0, roundTrips: 0 };
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function counted(this: pg.Client, ...parameters: unknown[]): never {
  const [first] = parameters;
  const { statements = [first] } = Object(first) as { statements?: unknown[] };
  const texts = statements.map((one) =>
    String(typeof one === 'string' ? one : Reflect.get(Object(one), 'text')),
  );
  const use = texts.some(isOfDispatcher) ? dispatcher : requests;
  use.statements += texts.length;
  use.roundTrips += 1;
  return Reflect.apply(query, this, parameters) as never;
};

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: DeliveryUsage = {
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    peakResidentBytes: process.resourceUsage().maxRSS * 1024,
    dispatcher,
    requests,
  };
  process.send?.(usage);
});
// The parent process has died.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
