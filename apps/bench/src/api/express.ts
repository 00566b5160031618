// Shared by the yardsticks hand-written with Express and pg.
import express from 'express';
import pg from 'pg';

const { builtins } = pg.types;
const utc = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`;
pg.types.setTypeParser(builtins.TIMESTAMPTZ, utc);
pg.types.setTypeParser(builtins.DATE, (text) => text);
pg.types.setTypeParser(builtins.NUMERIC, Number);

/** Connections with the settings of the service. */
export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  connectionTimeoutMillis: 15_000,
  idleTimeoutMillis: 60_000,
  options: '-c TimeZone=UTC',
});

/** Runs statements of one connection in a transaction. */
export async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** The API key contains the company ID. */
export const companyOf = (request: express.Request) => request.headers.authorization?.split('_')[2] ?? '';

/** Returns an Express app with the same settings as the service. It responds to `GET /healthz`. */
export function yardstickApp(): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  return app;
}

export function listen(app: express.Express): void {
  app.listen(Number(process.env.PORT), '127.0.0.1');
}
