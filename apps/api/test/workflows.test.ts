import { readdirSync } from 'node:fs';
import { test } from 'vitest';
import { runWorkflow } from '../../../scripts/run-workflow.ts';
import { storedBookings } from './support/stored-bookings.ts';
import { openTestApi } from './support/test-api.ts';

const workflows = readdirSync(new URL('../../../openapi/workflows/', import.meta.url));

const { addCompany, database, setClock, url } = await openTestApi();
// Workflows list slots of the next days, and events of the last days.
setClock(new Date().toISOString());

test.each(workflows)(
  'the service completes %s',
  async (file) => {
    const company = await addCompany();
    const store = storedBookings(database.kysely, company.id);
    await store.type([await store.member()]);
    const weekdays = [1, 2, 3, 4, 5, 6, 7];
    await store.hours(
      null,
      weekdays.map((weekday) => [weekday, '08:00', '16:00'] as const),
    );
    const { key } = await company.newKey('*');
    await runWorkflow(file, { url, key });
  },
  60_000,
);
