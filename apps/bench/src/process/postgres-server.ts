// Starts PostgreSQL on DATA_DIR like the service. Reports its addresses over the IPC channel.
import { startEmbeddedPostgres } from '@pv-planning/embedded-postgres';

const postgres = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR ?? '' });

async function leave(): Promise<void> {
  await postgres.close();
  process.exit();
}

process.on('message', () =>
  process.send?.({ service: postgres.address(), administrator: postgres.administrator() }),
);
process.once('SIGTERM', leave);
// The parent process has died.
process.once('disconnect', leave);
process.stdout.write('ready\n');
