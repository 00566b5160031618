import { randomUUID } from 'node:crypto';
import { openProcessSession } from '@pv-planning/database';
import { createOutbox, listenForWakeUps } from '@pv-planning/webhook-delivery';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { commandLineOn, receiver } from '../support/command-line.ts';
import { openTestDatabase } from '../support/test-database.ts';

const database = await openTestDatabase();
const { admin, text, json, newCompany } = commandLineOn(database);

let company = '';
beforeEach(async () => {
  company = await newCompany();
});

const inCompany = () => ['--company', company];
const createEndpoint = (...options: string[]) =>
  json('webhook', 'create', ...inCompany(), '--url', receiver, '--events', '*', ...options);

async function recordEvent(): Promise<string> {
  const outbox = createOutbox({ companyId: company, wake() {} });
  const id = outbox.record({ type: 'customer.created', data: { id: '1001' } });
  await database.transaction(company, async () => {}, { atCommit: outbox });
  return id;
}

describe('webhook endpoints', () => {
  test('show their secret once', async () => {
    const { id, secret } = await createEndpoint();
    expect(secret).toMatch(/^whsec_/);
    const { secret: second } = await json('webhook', 'rotate-secret', id, '--overlap-hours', '0');
    expect(second).toMatch(/^whsec_/);
    const shown = await text('webhook', 'rotate-secret', id, ...inCompany());
    expect(shown).toMatch(
      /shown only once\):\nwhsec_.*\nDeliveries are also signed with the old secret until 2/,
    );
    const [, third = ''] = /(whsec_\S+)/.exec(shown) ?? [];
    const listed =
      JSON.stringify(await json('webhook', 'list', ...inCompany())) +
      (await text('webhook', 'list', ...inCompany()));
    for (const one of [secret, second, third]) expect(listed).not.toContain(one);
  });

  test('can change URL, events and signature encoding independently', async () => {
    const { id } = await createEndpoint();
    const update = (...changes: string[]) => json('webhook', 'update', id, ...changes);
    expect(await update('--url', `${receiver}/new`)).toMatchObject({
      url: `${receiver}/new`,
      eventTypes: ['*'],
    });
    expect(await update('--events', 'customer.created,project.deleted')).toMatchObject({
      url: `${receiver}/new`,
      eventTypes: ['customer.created', 'project.deleted'],
      signatureMode: 'both',
    });
    expect(await update('--signature', 'hex')).toMatchObject({
      eventTypes: ['customer.created', 'project.deleted'],
      signatureMode: 'hex',
    });
    expect(await update('--max-in-flight', '4', '--rate', '20')).toMatchObject({ maxInFlight: 4, rate: 20 });
    expect(await text('webhook', 'list', ...inCompany())).toMatch(/≤ 4 +≤ 20/);
    expect(await update('--rate', 'none')).toMatchObject({
      maxInFlight: 4,
      rate: null,
      signatureMode: 'hex',
    });
  });

  test('are created and shown with their limits', async () => {
    const { id } = await createEndpoint('--max-in-flight', '2', '--rate', '5');
    expect(await json('webhook', 'list', ...inCompany())).toMatchObject([{ id, maxInFlight: 2, rate: 5 }]);
    expect(await text('webhook', 'update', id, '--rate', '6')).toBe(
      `Endpoint ${id} (active) receives * at ${receiver}, at most 2 concurrently, at most 6 per second\n`,
    );
    expect(await text('webhook', 'update', id, '--max-in-flight', 'none')).toMatch(
      /, at most 6 per second\n$/,
    );
  });

  test('can be paused, enabled and deleted', async () => {
    const { id } = await createEndpoint('--signature', 'base64');
    expect(await json('webhook', 'pause', id)).toMatchObject({ id, state: 'paused' });
    expect(await text('webhook', 'list', ...inCompany())).toContain('paused (paused by hand)');
    expect(await json('webhook', 'enable', id)).toMatchObject({
      id,
      state: 'active',
      signatureMode: 'base64',
    });
    expect(await json('webhook', 'delete', id)).toEqual({ id });
    expect(await json('webhook', 'list', ...inCompany())).toEqual([]);
    expect(await admin(['webhook', 'enable', id])).toMatchObject({ exitCode: 1 });
  });
});

describe('deliveries', () => {
  test('are listed by status and can be redelivered', async () => {
    const { id: endpointId } = await createEndpoint();
    const eventId = await recordEvent();
    const list = (...filter: string[]) => ['delivery', 'list', '--endpoint', endpointId, ...filter];
    const [delivery] = await json(...list());
    expect(delivery).toMatchObject({ endpointId, eventId, status: 'pending', attempts: [] });
    expect(await json(...list('--status', 'delivered'))).toEqual([]);
    expect(await json(...list('--limit', '1', ...inCompany()))).toHaveLength(1);
    expect(await json(...list('--offset', '1'))).toEqual([]);
    expect(await text(...list())).toMatch(/pending, due .*\n {2}customer.created .*\n {2}no attempt yet\n/);
    expect(await json('delivery', 'redeliver', delivery.id)).toEqual({ id: delivery.id });
    expect((await admin(['delivery', 'redeliver', delivery.id, '--company', '1234567'])).exitCode).toBe(1);
  });
});

describe('failing endpoints', () => {
  const since = '2026-11-20T08:00:00+01:00';

  /** Records an event and marks its delivery as exhausted, as after eight failed attempts. */
  async function exhaustDelivery(endpointId: string, finishedAt: string): Promise<string> {
    await recordEvent();
    const [delivery] = await json('delivery', 'list', '--endpoint', endpointId, '--status', 'pending');
    await sql`
      with gone as (delete from webhook_delivery where id = ${delivery.id} returning *)
      insert into webhook_delivery_finished
        (company_id, id, endpoint_id, event_id, event_type, event_created_at, status, attempts, finished_at)
      select company_id, id, endpoint_id, event_id, event_type, event_created_at, 'exhausted', 8, ${finishedAt}::timestamptz
      from gone
    `.execute(database.kysely);
    return delivery.id;
  }

  test('are listed with the end of their pause and the last error', async () => {
    const { id } = await createEndpoint();
    await recordEvent();
    const pausedUntil = new Date(Date.now() + 600_000).toISOString();
    const failure = { lastErrorCode: 'timeout', lastErrorText: 'The receiver did not respond in time.' };
    await database.kysely
      .updateTable('webhookEndpoint')
      .set({ ...failure, gateUntil: pausedUntil, consecutiveFailures: 11, failingSince: since })
      .where('id', '=', id)
      .execute();
    expect(await json('webhook', 'list', ...inCompany())).toMatchObject([{ id, pausedUntil, ...failure }]);
    const listed = await text('webhook', 'list', ...inCompany());
    expect(listed).toMatch(/FAILED IN A ROW +PAUSED UNTIL +LAST ERROR\n/);
    expect(listed).toContain(`${pausedUntil}  timeout The receiver did not respond in time.\n`);
    const deliveries = await text('delivery', 'list', '--endpoint', id);
    expect(deliveries).toContain(
      `The endpoint is paused until ${pausedUntil}, after failed attempts in a row: 11.\n\n`,
    );
    await json('webhook', 'pause', id);
    expect(await json('webhook', 'enable', id)).toMatchObject({ pausedUntil: null, lastErrorCode: null });
    expect(await text('delivery', 'list', '--endpoint', id)).not.toContain('paused until');
  });

  test('receive a test event that no other endpoint receives', async () => {
    const { id } = await createEndpoint();
    const { id: other } = await createEndpoint();
    const sent = await json('webhook', 'test', id, ...inCompany());
    expect(await json('delivery', 'list', '--endpoint', id)).toMatchObject([
      { id: sent.deliveryId, eventId: sent.eventId, eventType: 'endpoint.test', status: 'pending' },
    ]);
    expect(await json('delivery', 'list', '--endpoint', other)).toEqual([]);
    expect(await text('webhook', 'test', id)).toContain(`delivery list --endpoint ${id}`);
  });

  test('are reported in notices, newest first', async () => {
    const { id: endpointId } = await createEndpoint();
    const { id: other } = await createEndpoint();
    const notice = { companyId: company, failingSince: since, consecutiveFailures: 10 };
    const error = { errorCode: 'http_status', errorText: 'The receiver answered 500.' };
    await database.kysely
      .insertInto('webhookNotice')
      .values([
        { ...notice, ...error, id: randomUUID(), endpointId, kind: 'failing', createdAt: since },
        { ...notice, ...error, id: randomUUID(), endpointId, kind: 'disabled' },
        { ...notice, errorCode: null, errorText: null, id: randomUUID(), endpointId: other, kind: 'failing' },
      ])
      .execute();
    const list = (...filter: string[]) => json('webhook', 'notices', ...inCompany(), ...filter);
    expect(await list('--endpoint', endpointId)).toMatchObject([
      { endpointId, kind: 'disabled', failingSince: '2026-11-20T07:00:00.000Z', ...error },
      { endpointId, kind: 'failing' },
    ]);
    expect(await list()).toHaveLength(3);
    expect(await list('--limit', '1')).toHaveLength(1);
    const shown = await text('webhook', 'notices', ...inCompany());
    expect(shown).toMatch(/^TIME +ENDPOINT +IS +FAILED IN A ROW +FAILING SINCE +LAST ERROR\n/);
    expect(shown).toContain('http_status The receiver answered 500.');
  });

  test('can recover the deliveries exhausted in a period', async () => {
    const { id } = await createEndpoint();
    const before = await exhaustDelivery(id, '2026-11-20T06:59:59.999Z');
    const first = await exhaustDelivery(id, '2026-11-20T07:00:00Z');
    const last = await exhaustDelivery(id, '2026-11-20T09:30:00Z');
    const after = await exhaustDelivery(id, '2026-11-20T10:00:00Z');
    const idsOf = async (status: string) => {
      const list: { id: string }[] = await json('delivery', 'list', '--endpoint', id, '--status', status);
      return list.map((delivery) => delivery.id).sort();
    };
    const recover = ['webhook', 'recover', id, '--since', since];
    expect(await json(...recover, '--until', '2026-11-20T10:00:00Z')).toEqual({ id, recovered: 2 });
    expect(await idsOf('pending')).toEqual([first, last].sort());
    expect(await idsOf('exhausted')).toEqual([before, after].sort());
    expect(await text(...recover)).toBe('Deliveries to be sent again as soon as a server is running: 1.\n');
    await json('webhook', 'pause', id);
    expect(await text(...recover)).toBe(
      'Deliveries to be sent again once the endpoint, now paused, is enabled: 0.\n',
    );
  });

  test('commands notify dispatchers of due deliveries', async () => {
    const { id } = await createEndpoint();
    const { deliveryId } = await json('webhook', 'test', id);
    const heard: (string | undefined)[] = [];
    const wake = (companyId?: string) => heard.push(companyId);
    const session = openProcessSession({ database: database.kysely, connection: database.connection });
    onTestFinished(() => session.stop());
    listenForWakeUps(session, wake);
    await expect.poll(() => heard).toEqual([undefined]);
    await json('webhook', 'test', id);
    await json('webhook', 'recover', id, '--since', since);
    await json('webhook', 'enable', id);
    await json('delivery', 'redeliver', deliveryId);
    await expect.poll(() => heard).toEqual([undefined, company, company, company, company]);
  });
});
