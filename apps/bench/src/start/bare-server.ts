// A minimal server: Node, Express and the database driver, listening.
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool();
const server = express().listen(Number(process.env.PORT), '127.0.0.1', () => {
  process.stdout.write('ready\n');
});
process.once('SIGTERM', async () => {
  server.close();
  await pool.end();
});
