import { openProcessSession } from '@pv-planning/database';
import type { TestDatabase } from '@pv-planning/database/testing';
import { mailAddress, paragraph, parseSmtpUrl } from '@pv-planning/mail';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, onTestFinished } from 'vitest';
import { testLog } from '../../../../scripts/test-log.ts';
import { mailContents } from '../../src/kernel/mails/mail-contents.ts';
import { mailQueue, type NewMail } from '../../src/kernel/mails/queue-mail.ts';
import { readClock } from '../../src/kernel/records/change-time.ts';
import { startMails } from '../../src/server/background/mails.ts';
import { queueMetrics } from '../../src/server/leased-queue/queue-metrics.ts';
import { storeExampleRecords } from './example-records.ts';
import { secretKey } from './test-company.ts';

const contents = mailContents({ secretKey });

/** Adds a company with an offer, which mails can be about. */
async function addOffer({ kysely }: TestDatabase): Promise<{ companyId: string; offerId: string }> {
  const { companyId } = await kysely
    .insertInto('company')
    .values({ name: 'Dachwerk' })
    .returning('companyId')
    .executeTakeFirstOrThrow();
  await storeExampleRecords(kysely, companyId);
  const { id: offerId } = await kysely
    .selectFrom('offer')
    .select('id')
    .where('companyId', '=', companyId)
    .limit(1)
    .executeTakeFirstOrThrow();
  return { companyId, offerId };
}

let occasions = 0;

/** Returns functions for the queue of mails of a database. */
export function mailQueueOn(database: TestDatabase) {
  const { kysely, connection } = database;
  const session = openProcessSession({ database: kysely, connection });
  afterAll(session.stop);

  /** Queues a mail in a transaction of its own. Returns its id. */
  async function queueMail(
    { companyId, offerId }: { companyId: string; offerId: string },
    { subject = 'Betreff', ...changes }: Partial<NewMail> & { subject?: string } = {},
  ): Promise<string> {
    occasions += 1;
    const occasion = String(occasions);
    const mail: NewMail = {
      kind: 'offer-accepted',
      record: { offerId },
      occasion,
      to: { address: 'maria@example.com', name: 'Maria' },
      company: { name: 'Dachwerk', email: null },
      template: { language: 'de', subject, blocks: [paragraph('Guten Tag')], imprint: [] },
      ...changes,
    };
    await database.transaction(companyId, async (db) =>
      mailQueue(db, { companyId, contents })([mail], await readClock(db)),
    );
    const { id } = await kysely
      .selectFrom('mail')
      .select('id')
      .where('companyId', '=', companyId)
      .where('dedupeKey', 'like', `%:${changes.occasion ?? occasion}`)
      .executeTakeFirstOrThrow();
    return id;
  }

  const rowsOf = (companyId: string) =>
    kysely
      .selectFrom('mail')
      .selectAll()
      .where('companyId', '=', companyId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();

  /** Lets time pass for the queue: mails, attempts and leases become older. */
  const pass = (minutes: number) =>
    sql`
      update mail set created_at = created_at - t.passed, due_at = due_at - t.passed,
             lease_until = lease_until - t.passed
        from (select make_interval(secs => ${minutes * 60}) as passed) as t
    `.execute(kysely);

  /** Sends mails, until the test ends or `stop`. Without a URL, mails are held. */
  function dispatch(url?: string) {
    const server = url === undefined ? undefined : parseSmtpUrl(url);
    const { logger, lines } = testLog();
    const registry = new Registry();
    const mail = server && { server, from: mailAddress('offers@pv.example').address };
    const { stop } = startMails({
      owners: session.owners,
      settings: { mail },
      database,
      clock: readClock,
      contents,
      attachments: async () => [],
      metrics: queueMetrics(registry, { database, logger }),
      pollMs: 50,
      logger,
    });
    onTestFinished(stop);
    return { stop, lines, registry };
  }

  return { queueMail, rowsOf, pass, dispatch, addOffer: () => addOffer(database) };
}
