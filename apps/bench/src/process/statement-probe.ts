// Loaded into a server with --import. Returns the last statement about one table over the IPC channel.
import pg from 'pg';

/** A statement as passed to the driver. */
export interface Statement {
  text: string;
  values: unknown[];
}

const table = `"${process.env.RECORDED_TABLE}"`;
let last: Statement | undefined;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function recorded(this: pg.Client, ...parameters: unknown[]): never {
  const [statement] = parameters as [Partial<Statement> | undefined];
  const { text, values } = statement ?? {};
  if (text?.includes(table) && values) last = { text, values };
  return Reflect.apply(query, this, parameters) as never;
};

process.on('message', () => process.send?.(last));
// The bench has died.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
