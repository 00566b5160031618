import { randomUUID } from 'node:crypto';
import { scopes } from '@pv-planning/contract';
import { createTestDatabase } from '@pv-planning/database/testing';
import { listenForWakeUps, recordEvent } from '@pv-planning/webhook-delivery';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCommandLine } from '../src/admin/command-line.ts';

const database = await createTestDatabase();
afterAll(database.close);

const environment = {
  DATABASE_URL: database.url,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8',
};

async function admin(args: readonly string[], changes: NodeJS.ProcessEnv = {}) {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const exitCode = await runCommandLine({
    args,
    environment: { ...environment, ...changes },
    print: (text) => stdout.push(text),
    printError: (text) => stderr.push(text),
  });
  return { exitCode, stdout: stdout.join(''), stderr: stderr.join('') };
}

/** The JSON value of a command that is done. */
async function json(...args: string[]) {
  const { exitCode, stdout, stderr } = await admin([...args, '--json']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** The text of a command that is done. */
async function text(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await admin(args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

const receiver = 'http://127.0.0.1:49152/webhooks';
const nobody = '0198f2a4-0000-7c3b-9a50-000000000000';

let company = '';
beforeEach(async () => {
  company = (await json('company', 'create', '--name', 'Sonnendach Musterstadt GmbH')).id;
});

const inCompany = () => ['--company', company];
const createKey = (grant: string) =>
  json('key', 'create', ...inCompany(), '--name', 'CRM', '--scopes', grant);
const createEndpoint = (...options: string[]) =>
  json('webhook', 'create', ...inCompany(), '--url', receiver, '--events', '*', ...options);

test('companies are listed with their names', async () => {
  expect(await json('company', 'list')).toContainEqual({
    id: company,
    name: 'Sonnendach Musterstadt GmbH',
    createdAt: expect.any(String),
  });
  expect(await text('company', 'list')).toMatch(
    new RegExp(`^ID +NAME +CREATED\n.*\n?${company} +Sonnendach`, 's'),
  );
});

test('names are stored in the form in which requests search them', async () => {
  const { id } = await json('company', 'create', '--name', ' Ba\u0308ckerei ');
  expect(await json('company', 'list')).toContainEqual(
    expect.objectContaining({ id, name: 'B\u00e4ckerei' }),
  );
});

describe('keys', () => {
  test('are shown once, and listed by their beginning', async () => {
    const shown = await text('key', 'create', ...inCompany(), '--name', 'CRM', '--scopes', '*');
    const [, key = ''] = /shown this once:\n(pvp_live_\w+)\n$/.exec(shown) ?? [];
    expect(key).not.toBe('');
    const listed = [
      await text('key', 'list', ...inCompany()),
      JSON.stringify(await json('key', 'list', ...inCompany())),
    ];
    for (const list of listed) {
      expect(list).toContain(key.slice(0, 15));
      expect(list).not.toContain(key);
    }
  });

  test('have the scopes that were named, each once', async () => {
    expect((await createKey('read:projects, write:customers,read:projects')).scopes).toEqual([
      'read:projects',
      'write:customers',
    ]);
    expect((await createKey('read:projects,*')).scopes).toEqual(['*']);
  });

  test('are revoked by their id, once and for all', async () => {
    const { id } = await createKey('*');
    const revoked = await json('key', 'revoke', id);
    expect(revoked).toMatchObject({ id, companyId: company, revokedAt: expect.any(String) });
    expect(await json('key', 'revoke', id, ...inCompany())).toEqual(revoked);
    expect(await text('key', 'list', ...inCompany())).toContain(revoked.revokedAt);
  });
});

describe('members and sites', () => {
  const createMember = (...options: string[]) => {
    const who = ['--first-name', 'Lena', '--last-name', 'Vogt', '--email', 'lena.vogt@sonnendach.example'];
    return json('member', 'create', ...inCompany(), ...who, '--role', 'PLANNER', ...options);
  };
  const createSite = (name: string, ...options: string[]) =>
    json('site', 'create', ...inCompany(), '--name', name, ...options);

  test('a member works at the named sites', async () => {
    const sites = [await createSite('Musterstadt'), await createSite('Nordhausen')].map(({ id }) => id);
    const { id } = await createMember('--sites', sites.toReversed().join());
    const [member] = await json('member', 'list', ...inCompany());
    expect(member).toEqual({
      id,
      firstName: 'Lena',
      lastName: 'Vogt',
      email: 'lena.vogt@sonnendach.example',
      role: 'PLANNER',
      siteIds: sites,
      active: true,
    });
    await createMember();
    expect(
      (await json('member', 'list', ...inCompany()))
        .map(({ siteIds }: { siteIds: string[] }) => siteIds.length)
        .sort(),
    ).toEqual([0, 2]);
    expect(await text('member', 'list', ...inCompany())).toContain('Lena Vogt');
  });

  test('one site at most is the default, also of several made at once', async () => {
    const names = ['Musterstadt', 'Nordhausen', 'Neustadt', 'Altdorf'];
    await Promise.all(names.map((name) => createSite(name, '--default')));
    const sites: { name: string; isDefault: boolean }[] = await json('site', 'list', ...inCompany());
    expect(sites.map(({ name }) => name)).toEqual([...names].sort());
    expect(sites.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(await text('site', 'list', ...inCompany())).toMatch(/Altdorf +(yes|no) +yes\n/);
  });
});

describe('webhook endpoints', () => {
  test('show their secret once', async () => {
    const { id, secret } = await createEndpoint();
    expect(secret).toMatch(/^whsec_/);
    const { secret: second } = await json('webhook', 'rotate-secret', id, '--overlap-hours', '0');
    expect(second).toMatch(/^whsec_/);
    const shown = await text('webhook', 'rotate-secret', id, ...inCompany());
    expect(shown).toMatch(/shown this once:\nwhsec_.*\nThe old secret signs along until 2/);
    const [, third = ''] = /(whsec_\S+)/.exec(shown) ?? [];
    const listed =
      JSON.stringify(await json('webhook', 'list', ...inCompany())) +
      (await text('webhook', 'list', ...inCompany()));
    for (const one of [secret, second, third]) expect(listed).not.toContain(one);
  });

  test('change their URL, their events and the encoding of signatures, and keep the rest', async () => {
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
  });

  test('are paused, enabled and deleted', async () => {
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
  test('are listed by status, and sent once more', async () => {
    const { id: endpointId } = await createEndpoint();
    const { id: eventId } = await database.transaction(company, (_queries, transaction) =>
      recordEvent(transaction, { companyId: company, type: 'customer.created', data: { id: '1001' } }),
    );
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

describe('endpoints that fail', () => {
  const since = '2026-11-20T08:00:00+01:00';

  /** Records an event and gives its delivery up, as eight failed attempts would. */
  async function giveUp(endpointId: string, finishedAt: string): Promise<string> {
    await database.transaction(company, (_queries, transaction) =>
      recordEvent(transaction, { companyId: company, type: 'customer.created', data: { id: '1001' } }),
    );
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

  test('are tried with an event that nobody else gets', async () => {
    const { id } = await createEndpoint();
    const { id: other } = await createEndpoint();
    const sent = await json('webhook', 'test', id, ...inCompany());
    expect(await json('delivery', 'list', '--endpoint', id)).toMatchObject([
      { id: sent.deliveryId, eventId: sent.eventId, eventType: 'endpoint.test', status: 'pending' },
    ]);
    expect(await json('delivery', 'list', '--endpoint', other)).toEqual([]);
    expect(await text('webhook', 'test', id)).toContain(`delivery list --endpoint ${id}`);
  });

  test('are noticed, newest first', async () => {
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

  test('get what was given up in a time once more', async () => {
    const { id } = await createEndpoint();
    const before = await giveUp(id, '2026-11-20T06:59:59.999Z');
    const first = await giveUp(id, '2026-11-20T07:00:00Z');
    const last = await giveUp(id, '2026-11-20T09:30:00Z');
    const after = await giveUp(id, '2026-11-20T10:00:00Z');
    const idsOf = async (status: string) => {
      const list: { id: string }[] = await json('delivery', 'list', '--endpoint', id, '--status', status);
      return list.map((delivery) => delivery.id).sort();
    };
    const recover = ['webhook', 'recover', id, '--since', since];
    expect(await json(...recover, '--until', '2026-11-20T10:00:00Z')).toEqual({ id, recovered: 2 });
    expect(await idsOf('pending')).toEqual([first, last].sort());
    expect(await idsOf('exhausted')).toEqual([before, after].sort());
    expect(await text(...recover)).toBe('Deliveries sent again, as soon as a server runs: 1.\n');
    await json('webhook', 'pause', id);
    expect(await text(...recover)).toBe(
      'Deliveries sent again, once the endpoint, now paused, is enabled: 0.\n',
    );
  });

  test('dispatchers are told of what has become due', async () => {
    const { id } = await createEndpoint();
    const { deliveryId } = await json('webhook', 'test', id);
    const heard: (string | undefined)[] = [];
    const wake = (companyId?: string) => heard.push(companyId);
    const logger = pino({ enabled: false });
    const listener = listenForWakeUps({ connection: database.connection, wake, logger });
    onTestFinished(() => listener.stop());
    await vi.waitFor(() => expect(heard).toEqual([undefined]), 10_000);
    await json('webhook', 'test', id);
    await json('webhook', 'recover', id, '--since', since);
    await json('webhook', 'enable', id);
    await json('delivery', 'redeliver', deliveryId);
    await vi.waitFor(() => expect(heard).toEqual([undefined, company, company, company, company]), 10_000);
  });
});

describe('refused, with exit code 1:', () => {
  const refusals: Record<string, [string, (...ids: string[]) => string[], NodeJS.ProcessEnv?]> = {
    'a key for nobody': [
      'company_not_found',
      () => ['key', 'create', '--company', '987654321', '--name', 'A', '--scopes', '*'],
    ],
    'the keys of nonsense': ['company_not_found', () => ['key', 'list', '--company', 'abc']],
    'a member of nobody': ['company_not_found', () => ['member', 'list', '--company', '0']],
    'a site of nobody': [
      'company_not_found',
      () => ['site', 'create', '--company', '-1', '--name', 'A', '--default'],
    ],
    'an endpoint of nobody': [
      'company_not_found',
      () => ['webhook', 'create', '--company', '9'.repeat(30), '--url', receiver, '--events', '*'],
    ],
    'the endpoints of nobody': ['company_not_found', () => ['webhook', 'list', '--company', '987654321']],
    'an unknown key': ['key_not_found', () => ['key', 'revoke', '987654321']],
    'a key that is none': ['key_not_found', () => ['key', 'revoke', 'abc']],
    'the key of another company': [
      'key_not_found',
      (_, key) => ['key', 'revoke', key ?? '', '--company', '987654321'],
    ],
    'an unknown site': [
      'site_not_found',
      (id) => [
        'member',
        'create',
        '--company',
        id ?? '',
        '--first-name',
        'A',
        '--last-name',
        'B',
        '--email',
        'a@b.example',
        '--role',
        'ADMIN',
        '--sites',
        '987654321,abc',
      ],
    ],
    'an unknown endpoint': ['endpoint_not_found', () => ['webhook', 'pause', nobody]],
    'an endpoint that is none': ['endpoint_not_found', () => ['delivery', 'list', '--endpoint', 'abc']],
    'an unknown delivery': ['delivery_not_found', () => ['delivery', 'redeliver', nobody]],
    'a test of an unknown endpoint': ['endpoint_not_found', () => ['webhook', 'test', nobody]],
    'the notices of nobody': ['company_not_found', () => ['webhook', 'notices', '--company', '987654321']],
    'what an unknown endpoint missed': [
      'endpoint_not_found',
      () => ['webhook', 'recover', nobody, '--since', '2026-11-20T08:00:00Z'],
    ],
    'a receiver inside': [
      'https_required',
      (id) => ['webhook', 'create', '--company', id ?? '', '--url', receiver, '--events', '*'],
      { WEBHOOK_ALLOW_TARGETS: '' },
    ],
    'no URL': [
      'invalid_url',
      (id) => ['webhook', 'create', '--company', id ?? '', '--url', 'crm', '--events', '*'],
    ],
    'a short key of encryption': ['settings', () => ['company', 'list'], { SECRET_KEY: 'short' }],
  };

  test.each(Object.entries(refusals))('%s', async (_name, [error, command, changes]) => {
    const { id: key } = await createKey('*');
    const args = command(company, key);
    const refusal = await admin(args, changes);
    expect(refusal).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refusal.stderr).toMatch(/^\S.*[.)]\n$/);
    const asJson = await admin([...args, '--json'], changes);
    expect(asJson).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(asJson.stderr)).toEqual({ error, message: refusal.stderr.trimEnd() });
    expect((await json('key', 'list', ...inCompany()))[0].revokedAt).toBeNull();
  });
});

describe('not understood, with exit code 2 and without a database:', () => {
  const withoutDatabase = { DATABASE_URL: 'postgresql://127.0.0.1:1/none' };
  const member = ['member', 'create', '--company', '1', '--first-name', 'A', '--last-name', 'B'];
  const misuses: [string, string[], RegExp][] = [
    ['a misspelt command', ['kye', 'list'], /Did you mean key/],
    ['a misspelt option', ['company', 'create', '--nam', 'A'], /--nam/],
    ['no company', ['key', 'list'], /--company/],
    ['no value', ['key', 'list', '--company'], /--company/],
    ['no id', ['webhook', 'pause'], /id/],
    ['too much', ['company', 'list', 'all'], /too many arguments/i],
    ['an empty name', ['company', 'create', '--name', ' '], /1 to 200/],
    ['a long name', ['site', 'create', '--company', '1', '--name', 'x'.repeat(201)], /1 to 200/],
    ['a name of two lines', ['company', 'create', '--name', 'A\nB'], /one line/],
    [
      'an unknown scope',
      ['key', 'create', '--company', '1', '--name', 'A', '--scopes', 'read:all'],
      /no scope read:all.*write:customers/,
    ],
    [
      'no scope',
      ['key', 'create', '--company', '1', '--name', 'A', '--scopes', ' ,'],
      /Give '\*' or some of/,
    ],
    ['an unknown role', [...member, '--email', 'a@b.example', '--role', 'BOSS'], /ADMIN, PLANNER/],
    ['no e-mail address', [...member, '--role', 'ADMIN', '--email', 'lena'], /e-mail/],
    [
      'an unknown event',
      ['webhook', 'create', '--company', '1', '--url', receiver, '--events', 'customer.bought'],
      /no event type customer\.bought/,
    ],
    ['an unknown encoding', ['webhook', 'update', nobody, '--signature', 'md5'], /both, base64, hex/],
    ['nothing to change', ['webhook', 'update', nobody, '--company', '1'], /--url, --events or --signature/],
    [
      'an unknown status',
      ['delivery', 'list', '--endpoint', nobody, '--status', 'lost'],
      /pending, delivered/,
    ],
    ['no time', ['webhook', 'recover', nobody, '--since', 'yesterday'], /such as 2026/],
    ['a time without its offset', ['webhook', 'recover', nobody, '--since', '2026-11-20T08:00:00'], /offset/],
    ['no beginning', ['webhook', 'recover', nobody], /--since/],
    ['no number', ['delivery', 'list', '--endpoint', nobody, '--limit', '1e2'], /1 to 1000/],
  ];

  test.each(misuses)('%s', async (_name, args, words) => {
    const misuse = await admin(args, withoutDatabase);
    expect(misuse).toMatchObject({ exitCode: 2, stdout: '' });
    expect(misuse.stderr).toMatch(words);
    const asJson = await admin(['--json', ...args], withoutDatabase);
    expect(asJson).toMatchObject({ exitCode: 2, stdout: '' });
    expect(JSON.parse(asJson.stderr)).toEqual({ error: 'usage', message: misuse.stderr.trimEnd() });
  });

  test.each([[[]], [['key']]])('no command after %j: help comes on stderr', async (args) => {
    const misuse = await admin(args, withoutDatabase);
    expect(misuse).toMatchObject({ exitCode: 2, stdout: '' });
    expect(misuse.stderr).toMatch(/^Usage: .*\nA command is missing\..*\n$/s);
    const asJson = await admin(['--json', ...args], withoutDatabase);
    expect(JSON.parse(asJson.stderr).error).toBe('usage');
  });
});

test.each(['company', 'key', 'member', 'site', 'webhook', 'delivery'])(
  'help of "%s" is printed without a database',
  async (group) => {
    const { exitCode, stdout, stderr } = await admin([group, '--help'], { DATABASE_URL: 'none' });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(`Usage: npm run admin -- ${group}`);
  },
);

test('a key may have every scope of the contract', async () => {
  const all = Object.keys(scopes);
  expect((await createKey(all.join())).scopes).toEqual(all);
});
