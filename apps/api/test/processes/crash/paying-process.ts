import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Payments } from '../../support/payments.ts';
import type { TestApi } from '../../support/test-api.ts';
import { secretKey } from '../../support/test-company.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const dayMs = 86_400_000;

/** A Monday in three to four weeks, with the real clock. */
export function mondayToCome(): string {
  const day = new Date(Date.now() + 21 * dayMs);
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

type Service = Pick<TestApi, 'database'> & Pick<Payments, 'standIn'>;

/** A process that serves requests, with the real clock, on the database and the provider of a service that runs the dispatcher. */
export async function startPayingProcess({ database, standIn }: Service): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pv-payments-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey.toString('base64'),
    STRIPE_URL: `http://${standIn.host}:${standIn.port}`,
  };
  return startServiceProcess({ dataDir, args: ['--role=api'], environment });
}
