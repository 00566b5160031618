// Creates bookings, hand-written with Express: locks the planner and inserts the rows that the service inserts, without validation,
// API keys, logging, checking working hours and absences, and composing the mail.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express from 'express';
import { companyOf, connections, listen, yardstickApp } from '../process/express-yardstick.ts';
import type { AddedRow } from './added-rows.ts';

/** A booking that the service has made. */
export interface RecordedBooking {
  rows: AddedRow[];
  response: { id: string; startsAt: string; endsAt: string; planner: { id: string } };
}

interface NewBooking {
  plannerId: string;
  startsAt: string;
}

const { rows, response: recorded } = JSON.parse(
  readFileSync(String(process.env.RECORDED_BOOKING), 'utf8'),
) as RecordedBooking;
const durationMs = Date.parse(recorded.endsAt) - Date.parse(recorded.startsAt);

const inserts = rows.map(({ table, columns, values }) => ({
  name: `insert ${table}`,
  text: `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
  columns,
  values,
}));

/** The ids of the rows. */
const ids = inserts.flatMap(({ columns, values }) => values[columns.indexOf('id')] ?? []);

const pool = connections();
const app = yardstickApp();

app.post('/v1/bookings', express.json(), async (request, response) => {
  const { plannerId, startsAt } = request.body as NewBooking;
  const companyId = companyOf(request);
  const endsAt = new Date(Date.parse(startsAt) + durationMs).toISOString();
  const replacements = [
    ...ids.map((id) => [id, randomUUID()] as const),
    [recorded.planner.id, plannerId] as const,
    [recorded.startsAt, startsAt] as const,
    [recorded.endsAt, endsAt] as const,
  ];
  const replaced = (text: string) =>
    replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  const times: Record<string, string> = {
    starts_at: startsAt,
    blocked_from: startsAt,
    ends_at: endsAt,
    blocked_to: endsAt,
  };
  const valueIn = (column: string, value: string | null) => {
    if (value === null) return null;
    if (column === 'hash') return randomBytes(32);
    return times[column] ?? replaced(value);
  };
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'lock',
      text: 'select from member where company_id = $1 and id = $2 for no key update',
      values: [companyId, plannerId],
    });
    for (const { name, text, columns, values } of inserts)
      await client.query({
        name,
        text,
        values: columns.map((column, index) => valueIn(column, values[index] ?? null)),
      });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  response
    .status(201)
    .type('json')
    .send(replaced(JSON.stringify(recorded)));
});

listen(app);
