// Loaded into a measured server with --import. Reports its usage over the IPC channel.
import pg from 'pg';
import type { Usage } from './server.ts';

/** Statements of the dispatcher. Those that record events belong to requests. */
const isOfDispatcher = (text: string) => /webhook_/.test(text) && !/insert into webhook_event/.test(text);

let roundTrips = 0;
let ofDispatcher = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function counted(this: pg.Client, ...parameters: unknown[]): never {
  roundTrips += 1;
  // Several statements can share a round trip.
  const statements: unknown[] = Object(parameters[0]).statements ?? [parameters[0]];
  if (statements.some((one) => isOfDispatcher(String(Object(one).text ?? one)))) ofDispatcher += 1;
  return Reflect.apply(query, this, parameters) as never;
};

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    peakResidentBytes: process.resourceUsage().maxRSS * 1024,
    roundTrips,
    ofDispatcher,
  };
  process.send?.(usage);
});
// The parent process has died.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
