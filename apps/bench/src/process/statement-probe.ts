// Loaded into a server with --import. It answers the bench over the IPC channel with the last statement about one table.
import pg from 'pg';

/** A statement as the driver was given it. */
export interface Statement {
  text: string;
  values: unknown[];
}

const table = `"${process.env.OVERHEARD_TABLE}"`;
let last: Statement | undefined;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function overheard(this: pg.Client, ...parameters: unknown[]): never {
  const [statement] = parameters as [Partial<Statement> | undefined];
  const { text, values } = statement ?? {};
  if (text?.includes(table) && values) last = { text, values };
  return Reflect.apply(query, this, parameters) as never;
};

process.on('message', () => process.send?.(last));
// The bench died.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
