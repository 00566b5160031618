/** A process that uses an embedded PostgreSQL: prints PID and address as a line of JSON and exits when stdin ends. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';

const [dataDir = '', options = '{}'] = process.argv.slice(2);
try {
  const postgres = await startEmbeddedPostgres({ dataDir, ...JSON.parse(options) });
  const postmaster = Number.parseInt(await readFile(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8'), 10);
  process.stdout.write(
    `${JSON.stringify({ postmaster, adopted: postgres.adopted, address: postgres.address() })}\n`,
  );
  process.stdin.resume().once('end', async () => {
    await postgres.close();
    process.exit();
  });
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`);
  process.exit(1);
}
