// Loaded into a server with --import. Reports the statements sent since the last message over the IPC channel.
import pg from 'pg';

/** A statement as passed to the driver. */
export interface Statement {
  text: string;
  values: unknown[];
  /** Number of its connection. */
  connection: number;
}

let sent: Statement[] = [];
const connections = new Map<pg.Client, number>();
const { query: send } = pg.Client.prototype;
pg.Client.prototype.query = function recorded(this: pg.Client, ...parameters: unknown[]): never {
  const [query] = parameters;
  const { statements = [query] } = Object(query) as { statements?: unknown[] };
  const connection = connections.get(this) ?? connections.size;
  connections.set(this, connection);
  for (const statement of statements) {
    const { text, values } = (
      typeof statement === 'string' ? { text: statement } : statement
    ) as Partial<Statement>;
    if (text) sent.push({ text, values: values ?? [], connection });
  }
  return Reflect.apply(send, this, parameters) as never;
};

process.on('message', () => {
  process.send?.(sent);
  sent = [];
});
// The parent process has died.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
