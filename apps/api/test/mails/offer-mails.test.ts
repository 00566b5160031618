import { textOf } from '@pv-planning/documents/testing';
import { mailAddress, parseSmtpUrl } from '@pv-planning/mail';
import { startTestSmtpServer } from '@pv-planning/mail/testing';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { mailContents } from '../../src/kernel/mails/mail-contents.ts';
import { reportUndeliveredOffers } from '../../src/pages/offer-pages/report-undelivered-offers.ts';
import { samplesOf } from '../support/metrics.ts';
import { png } from '../support/small-png.ts';
import { openTestApi } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';

const smtp = await startTestSmtpServer();
afterAll(smtp.close);
const server = parseSmtpUrl(smtp.url) ?? expect.fail();
const { newOfferCompany, offerIn, database, metricsUrl, runTask } = await openTestApi({
  metricsPort: 0,
  mail: { server, from: mailAddress('offers@pv.example').address },
});
const { kysely } = database;
const company = await newOfferCompany();
const { done, read } = company;
const office = 'office@dachwerk.example';
await kysely
  .updateTable('company')
  .set({ email: office, name: 'Dachwerk GmbH' })
  .where('companyId', '=', company.id)
  .execute();

const customer = { firstName: 'Maria', lastName: 'Schneider', email: 'maria@example.com', language: null };

async function setCustomer(changes: Record<string, string | null> = {}): Promise<void> {
  await kysely
    .updateTable('customer')
    .set({ ...customer, ...changes })
    .where('companyId', '=', company.id)
    .execute();
}

beforeEach(() => setCustomer());

let members = 0;
async function newPlanner(active = true): Promise<{ id: string; email: string }> {
  members += 1;
  const id = `0198f2a4-0000-7c3b-9a50-${String(members).padStart(12, '0')}`;
  const email = `planner${members}@dachwerk.example`;
  const names = { firstName: 'Lena', lastName: 'Vogt', role: 'PLANNER' };
  await kysely
    .insertInto('member')
    .values({ companyId: company.id, id, email, active, ...names })
    .execute();
  return { id, email };
}

/** Waits for the mails about an offer, oldest first. */
async function mailsAbout(number: string, count: number) {
  const about = () => smtp.mails.filter(({ parsed }) => parsed.subject?.includes(number));
  await expect.poll(about).toHaveLength(count);
  return about().map(({ parsed, envelope }) => ({
    parsed,
    to: envelope.to.join(),
    text: parsed.text?.replaceAll('\u00a0', ' ') ?? '',
  }));
}

const rowsOf = (offerId: string) =>
  kysely
    .selectFrom('mail')
    .selectAll()
    .where('companyId', '=', company.id)
    .where('offerId', '=', offerId)
    .orderBy('id')
    .execute();

test.each([
  ['de', 'Sie haben unser Angebot % Version 1 am', 'Den Vertrag finden Sie im Anhang.'],
  ['en', 'You accepted version 1 of our offer % on', 'The contract is attached in German.'],
])('the customer gets the accepted contract as PDF, in the language %s', async (language, ...sentences) => {
  await setCustomer({ language });
  const offer = await offerIn(company);
  const { body } = await offer.accept({ name: 'M. Schneider' });
  const { number } = await read(offer.id);
  const mails = await mailsAbout(number, 2);
  const { parsed, text } = mails.find(({ to }) => to === customer.email) ?? expect.fail();
  const words = text.replaceAll(/\s+/g, ' ');
  for (const sentence of sentences) expect(words).toContain(sentence.replace('%', number));
  const [file] = parsed.attachments;
  expect(file).toMatchObject({ filename: `Angebot-${number}.pdf`, mimeType: 'application/pdf' });
  const letter = await textOf(new Uint8Array(file?.content as ArrayBuffer));
  for (const part of ['Annahme des Angebots', 'M. Schneider', body.termsVersion ?? expect.fail()])
    expect(letter.replaceAll(/\s/g, '')).toContain(part.replaceAll(/\s/g, ''));
  await kysely.updateTable('company').set({ logo: png }).where('companyId', '=', company.id).execute();
  const { content } = await done('generateOfferDocument', { id: offer.id });
  await kysely.updateTable('company').set({ logo: null }).where('companyId', '=', company.id).execute();
  expect(content).toBe(Buffer.from(file?.content as never).toString('base64'));
  const teams = mails.find(({ to }) => to === office) ?? expect.fail();
  expect(teams.text.replaceAll(/\s+/g, ' ')).toContain(`wird an ${customer.email} gesendet`);
});

test.each([true, false])(
  'the mails tell whether a consumer demands an early start: %s',
  async (isDemanded) => {
    const texts = { companyId: company.id, version: 1, withdrawal: 'CONTRACT' };
    await kysely.insertInto('companyTexts').values(texts).execute();
    const offer = await offerIn(company);
    await kysely.deleteFrom('companyTexts').where('companyId', '=', company.id).execute();
    await offer.accept({ startBeforeWithdrawalEnds: isDemanded });
    const mails = await mailsAbout((await read(offer.id)).number, 2);
    const textTo = (address: string) =>
      mails.find(({ to }) => to === address)?.text.replaceAll(/\s+/g, ' ') ?? expect.fail();
    expect(textTo(customer.email).includes('Sie haben ausdrücklich verlangt, dass die Arbeiten')).toBe(
      isDemanded,
    );
    expect(textTo(office).includes('Der Kunde hat nicht verlangt, dass die Arbeiten vor Ablauf')).toBe(
      !isDemanded,
    );
  },
);

test('the planner of an offer learns that the customer has accepted it', async () => {
  await setCustomer({ email: null });
  const planner = await newPlanner();
  const offer = await offerIn(company, 'PUBLISHED', { plannerId: planner.id });
  await offer.accept({ name: 'M. Schneider' });
  const { number } = await read(offer.id);
  const [{ parsed, to, text } = expect.fail()] = await mailsAbout(number, 1);
  expect(to).toBe(planner.email);
  expect(parsed).toMatchObject({
    from: { name: 'Dachwerk GmbH', address: 'offers@pv.example' },
    replyTo: [{ name: 'Dachwerk GmbH', address: office }],
    subject: `Angebot ${number} angenommen`,
  });
  expect(text).toContain('Kunde: Maria Schneider');
  expect(text).toContain('Name laut Erklärung: M. Schneider');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Bitte bestätigen Sie ihm die Annahme unverzüglich');
});

test.each([false, null])(
  'without an active planner (%s), the company learns that the customer has declined, but not why',
  async (active) => {
    const plannerId = active === null ? null : (await newPlanner(active)).id;
    const offer = await offerIn(company);
    await kysely.updateTable('offer').set({ plannerId }).where('id', '=', offer.id).execute();
    await offer.decline({ reason: 'Zu teuer' });
    const [{ to, text } = expect.fail()] = await mailsAbout((await read(offer.id)).number, 1);
    expect(to).toBe(office);
    expect(text).toContain('einen Grund angegeben');
    expect(text).not.toContain('Zu teuer');
  },
);

test('decisions of the team are not mailed', async () => {
  for (const state of ['ACCEPTED', 'DECLINED'] as const) {
    const offer = await offerIn(company, state);
    expect(await rowsOf(offer.id)).toEqual([]);
  }
});

test('a withdrawal is acknowledged to the customer and reported to the team, once', async () => {
  const offer = await offerIn(company, 'ACCEPTED');
  const { body } = await offer.withdraw({ name: 'M. Schneider', note: 'Bitte <abholen>' });
  await offer.withdraw({ name: 'Somebody else' });
  const { number } = await read(offer.id);
  const mails = await mailsAbout(number, 2);
  const customers = mails.find(({ to }) => to === customer.email) ?? expect.fail();
  expect(customers.parsed.subject).toBe(`Eingangsbestätigung: Ihr Widerruf zu Angebot ${number}`);
  expect(customers.text).toContain('Name laut Erklärung: M. Schneider');
  expect(customers.text).toContain('> Bitte <abholen>');
  const at = new Date(body.withdrawnAt ?? '').toLocaleTimeString('de-DE', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    minute: '2-digit',
  });
  expect(customers.text).toContain(`${at} Uhr`);
  const teams = mails.find(({ to }) => to === office) ?? expect.fail();
  expect(teams.text).toContain(`wird an ${customer.email} gesendet`);
  expect(teams.text).not.toContain('abholen');
  expect((await rowsOf(offer.id)).map(({ kind }) => kind)).toEqual([
    'withdrawal-received',
    'offer-withdrawn',
  ]);
});

test('a contract that waits for its letter does not hold back the acknowledgement of the withdrawal', async () => {
  const offer = await offerIn(company);
  await offer.accept({ name: 'M. Schneider' });
  const { number } = await read(offer.id);
  await mailsAbout(number, 2);
  await expect.poll(() => rowsOf(offer.id)).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
  // As after an attempt at which the letter could not be rendered.
  const dueAt = sql<string>`now() + interval '1 day'`;
  const contract = sql<boolean>`company_id = ${company.id} and offer_id = ${offer.id} and kind = 'acceptance-confirmed'`;
  await kysely
    .updateTable('mail')
    .set({ status: 'queued', content: '', dueAt, finishedAt: null })
    .where(contract)
    .execute();
  await offer.withdraw();
  const mails = await mailsAbout(number, 4);
  expect(mails.map(({ parsed }) => parsed.subject)).toContain(
    `Eingangsbestätigung: Ihr Widerruf zu Angebot ${number}`,
  );
  await kysely.deleteFrom('mail').where(contract).execute();
});

test('the acknowledgement is in the language of the customer', async () => {
  await setCustomer({ language: 'en' });
  const offer = await offerIn(company, 'ACCEPTED');
  await offer.withdraw();
  const { number } = await read(offer.id);
  const mails = await mailsAbout(number, 2);
  expect(mails.map(({ parsed }) => parsed.subject).sort()).toEqual([
    `Acknowledgement of receipt: your withdrawal from offer ${number}`,
    `Widerruf zu Angebot ${number}`,
  ]);
});

test.each([null, customer.email])(
  'a withdrawal is acknowledged to the address that the customer names, beside %s',
  async (email) => {
    await setCustomer({ email });
    const offer = await offerIn(company, 'ACCEPTED');
    await offer.withdraw({ email: 'm.neu@example.org' });
    const mails = await mailsAbout((await read(offer.id)).number, email === null ? 2 : 3);
    const addresses = [...(email === null ? [] : [email]), 'm.neu@example.org'];
    expect(mails.map(({ to }) => to).sort()).toEqual([...addresses, office].sort());
    const teams = mails.find(({ to }) => to === office) ?? expect.fail();
    expect(teams.text.replaceAll(/\s+/g, ' ')).toContain(`wird an ${addresses.join(' und ')} gesendet`);
  },
);

test('the team is asked to acknowledge a withdrawal of a customer without an address', async () => {
  await setCustomer({ email: null });
  const offer = await offerIn(company, 'ACCEPTED');
  await offer.withdraw();
  const [{ to, text } = expect.fail()] = await mailsAbout((await read(offer.id)).number, 1);
  expect(to).toBe(office);
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Bitte bestätigen Sie ihm den Eingang');
});

test('an address that would add a recipient is never used, and does not prevent the withdrawal', async () => {
  await setCustomer({ email: 'maria@example.com\r\nBcc: evil@example.org' });
  const offer = await offerIn(company, 'ACCEPTED');
  expect((await offer.withdraw()).status).toBe(200);
  await mailsAbout((await read(offer.id)).number, 1);
  expect(await rowsOf(offer.id)).toMatchObject([
    {
      kind: 'withdrawal-received',
      status: 'skipped',
      content: null,
      lastError: 'The address is not an e-mail address.',
    },
    { kind: 'offer-withdrawn' },
  ]);
  await runTask(company.id, reportUndeliveredOffers);
  const report = (await mailsAbout((await read(offer.id)).number, 2)).at(-1);
  expect(report?.text).toContain('Grund: ungültige E-Mail-Adresse oder ungültiger Name');
  expect(smtp.mails.flatMap(({ envelope }) => envelope.to)).not.toContain('evil@example.org');
});

test.each([
  ['acceptance', 'Bestätigung der Annahme mit dem Vertrag', 'Bitte bestätigen Sie ihm die Annahme'],
  ['withdrawal', 'Eingangsbestätigung des Widerrufs', 'Bitte bestätigen Sie ihm den Eingang'],
])('the team learns once that the confirmation of the %s was not delivered', async (kind, mail, task) => {
  const offer = await offerIn(company, kind === 'acceptance' ? 'PUBLISHED' : 'ACCEPTED');
  const declared = { name: 'M. Schneider' };
  await (kind === 'acceptance' ? offer.accept(declared) : offer.withdraw(declared));
  const { number } = await read(offer.id);
  await mailsAbout(number, 2);
  await expect.poll(() => rowsOf(offer.id)).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
  await kysely
    .updateTable('mail')
    .set({ status: 'failed' })
    .where('offerId', '=', offer.id)
    .where('toAddress', '=', customer.email)
    .execute();
  for (const _ of [1, 2]) await runTask(company.id, reportUndeliveredOffers);
  const { parsed, to, text } = (await mailsAbout(number, 3)).at(-1) ?? expect.fail();
  expect(to).toBe(office);
  expect(parsed.subject).toBe(`E-Mail nicht zugestellt: Angebot ${number}`);
  const words = text.replaceAll(/\s+/g, ' ');
  for (const part of [
    'Kunde: Maria Schneider',
    'Name laut Erklärung: M. Schneider',
    `E-Mail: ${customer.email}`,
  ])
    expect(words).toContain(part);
  expect(words).toContain(`Nicht zugestellt: ${mail}`);
  expect(words).toContain(`${task} unverzüglich auf einem dauerhaften Datenträger`);
  expect(words).not.toContain('Grund:');
  expect(await rowsOf(offer.id)).toHaveLength(3);
});

test('stored mails are encrypted, each for its row', async () => {
  const offer = await offerIn(company);
  await offer.accept({ name: 'Geheim Geheim' });
  const [row] = await rowsOf(offer.id);
  if (!row) expect.fail();
  expect(JSON.stringify(row)).not.toContain('Geheim');
  const contents = mailContents({ secretKey });
  expect(contents.open(row.content ?? '', row).text).toContain('Geheim Geheim');
  expect(() => contents.open(row.content ?? '', { ...row, companyId: '987' })).toThrow();
});

test('a rejected decision queues no mail', async () => {
  const offer = await offerIn(company);
  expect((await offer.accept({ termsVersion: 'A'.repeat(43) })).status).toBe(409);
  expect(await rowsOf(offer.id)).toEqual([]);
});

test('deleting an offer deletes the mails about it', async () => {
  const offer = await offerIn(company);
  await offer.decline();
  await expect.poll(() => rowsOf(offer.id)).toMatchObject([{ status: 'sent' }]);
  await kysely.updateTable('offer').set({ state: 'DRAFT' }).where('id', '=', offer.id).execute();
  await done('deleteOffer', { id: offer.id });
  expect(await rowsOf(offer.id)).toEqual([]);
});

test('metrics count the mails of the queue and the attempts', async () => {
  const age = sql<string>`now() - interval '100 seconds'`;
  const offer = await offerIn(company);
  const row = {
    companyId: company.id,
    offerId: offer.id,
    kind: 'offer-accepted',
    isAnonymous: false,
    lane: 'x',
  };
  const id = (n: number) => `0198f2a4-0001-7c3b-9a50-00000000000${n}`;
  const later = sql<string>`now() + interval '1 day'`;
  const mail = { ...row, toAddress: 'x@example.com', content: '', createdAt: age, dueAt: later };
  await kysely
    .insertInto('mail')
    .values([
      { ...mail, id: id(1), dedupeKey: '1', status: 'queued' },
      { ...mail, id: id(2), dedupeKey: '2', status: 'failed', finishedAt: age },
    ])
    .execute();
  await expect
    .poll(() => samplesOf({ metricsUrl }))
    .toMatchObject({ 'job_queue_jobs{queue="mail",status="queued"}': 1 });
  // An attempt is counted after its outcome is saved.
  await expect
    .poll(() => samplesOf({ metricsUrl }))
    .toMatchObject({ 'job_attempts_total{queue="mail",task="",outcome="sent"}': smtp.mails.length });
});
