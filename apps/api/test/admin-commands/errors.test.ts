import { describe, expect, test } from 'vitest';
import { commandLineOn, receiver, unknownId } from '../support/command-line.ts';
import { openTestDatabase } from '../support/test-database.ts';

const { admin, json, newCompany } = commandLineOn(await openTestDatabase());

describe('fails with exit code 1:', () => {
  const refusals: Record<string, [string, (...ids: string[]) => string[], NodeJS.ProcessEnv?]> = {
    'a key for an unknown company': [
      'company_not_found',
      () => ['key', 'create', '--company', '987654321', '--name', 'A', '--scopes', '*'],
    ],
    'the keys of an invalid company id': ['company_not_found', () => ['key', 'list', '--company', 'abc']],
    'the members of an unknown company': ['company_not_found', () => ['member', 'list', '--company', '0']],
    'a site of an unknown company': [
      'company_not_found',
      () => ['site', 'create', '--company', '-1', '--name', 'A', '--default'],
    ],
    'an endpoint of an unknown company': [
      'company_not_found',
      () => ['webhook', 'create', '--company', '9'.repeat(30), '--url', receiver, '--events', '*'],
    ],
    'the endpoints of an unknown company': [
      'company_not_found',
      () => ['webhook', 'list', '--company', '987654321'],
    ],
    'an unknown key': ['key_not_found', () => ['key', 'revoke', '987654321']],
    'an invalid key id': ['key_not_found', () => ['key', 'revoke', 'abc']],
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
    'an unknown endpoint': ['endpoint_not_found', () => ['webhook', 'pause', unknownId]],
    'an invalid endpoint id': ['endpoint_not_found', () => ['delivery', 'list', '--endpoint', 'abc']],
    'an unknown delivery': ['delivery_not_found', () => ['delivery', 'redeliver', unknownId]],
    'a test of an unknown endpoint': ['endpoint_not_found', () => ['webhook', 'test', unknownId]],
    'the notices of an unknown company': [
      'company_not_found',
      () => ['webhook', 'notices', '--company', '987654321'],
    ],
    'the failed deliveries of an unknown endpoint': [
      'endpoint_not_found',
      () => ['webhook', 'recover', unknownId, '--since', '2026-11-20T08:00:00Z'],
    ],
    'a receiver in the internal network': [
      'https_required',
      (id) => ['webhook', 'create', '--company', id ?? '', '--url', receiver, '--events', '*'],
      { WEBHOOK_ALLOW_TARGETS: '' },
    ],
    'no URL': [
      'invalid_url',
      (id) => ['webhook', 'create', '--company', id ?? '', '--url', 'crm', '--events', '*'],
    ],
    'an encryption key that is too short': ['settings', () => ['company', 'list'], { SECRET_KEY: 'short' }],
  };

  test.each(Object.entries(refusals))('%s', async (_name, [error, command, changes]) => {
    const company = await newCompany();
    const inCompany = ['--company', company];
    const { id: key } = await json('key', 'create', ...inCompany, '--name', 'CRM', '--scopes', '*');
    const args = command(company, key);
    const refusal = await admin(args, changes);
    expect(refusal).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refusal.stderr).toMatch(/^\S.*[.)]\n$/);
    const asJson = await admin([...args, '--json'], changes);
    expect(asJson).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(asJson.stderr)).toEqual({ error, message: refusal.stderr.trimEnd() });
    expect((await json('key', 'list', ...inCompany))[0].revokedAt).toBeNull();
  });
});

describe('fails with exit code 2, without a database:', () => {
  const withoutDatabase = { DATABASE_URL: 'postgresql://127.0.0.1:1/none' };
  const member = ['member', 'create', '--company', '1', '--first-name', 'A', '--last-name', 'B'];
  const misuses: [string, string[], RegExp][] = [
    ['a misspelt command', ['kye', 'list'], /Did you mean key/],
    ['a misspelt option', ['company', 'create', '--nam', 'A'], /--nam/],
    ['a missing company', ['key', 'list'], /--company/],
    ['a missing value', ['key', 'list', '--company'], /--company/],
    ['a missing id', ['webhook', 'pause'], /id/],
    ['too many arguments', ['company', 'list', 'all'], /too many arguments/i],
    ['an empty name', ['company', 'create', '--name', ' '], /1 to 200/],
    ['a name that is too long', ['site', 'create', '--company', '1', '--name', 'x'.repeat(201)], /1 to 200/],
    ['a name with a line break', ['company', 'create', '--name', 'A\nB'], /one line/],
    [
      'an unknown scope',
      ['key', 'create', '--company', '1', '--name', 'A', '--scopes', 'read:all'],
      /Unknown scope: read:all.*write:customers/,
    ],
    [
      'an empty list of scopes',
      ['key', 'create', '--company', '1', '--name', 'A', '--scopes', ' ,'],
      /Use '\*' or one or more of/,
    ],
    ['an unknown role', [...member, '--email', 'a@b.example', '--role', 'BOSS'], /ADMIN, PLANNER/],
    ['an invalid email address', [...member, '--role', 'ADMIN', '--email', 'lena'], /e-mail/],
    [
      'an unknown event',
      ['webhook', 'create', '--company', '1', '--url', receiver, '--events', 'customer.bought'],
      /Unknown event type: customer\.bought/,
    ],
    ['an unknown encoding', ['webhook', 'update', unknownId, '--signature', 'md5'], /both, base64, hex/],
    ['no change of a company', ['company', 'update', '1'], /--file, --slug, --logo or --no-logo/],
    ['no change of a member', ['member', 'update', unknownId, '--company', '1'], /--file or --active/],
    ['no change of a site', ['site', 'update', '1', '--company', '1'], /--file/],
    ['an unknown answer', ['member', 'update', unknownId, '--company', '1', '--active', 'maybe'], /yes, no/],
    ['a limit of zero', ['webhook', 'update', unknownId, '--max-in-flight', '0'], /1 to 256, or 'none'/],
    [
      'nothing to change',
      ['webhook', 'update', unknownId, '--company', '1'],
      /--url, --events, --signature, --max-in-flight or --rate/,
    ],
    [
      'an unknown status',
      ['delivery', 'list', '--endpoint', unknownId, '--status', 'lost'],
      /pending, delivered/,
    ],
    ['an invalid time', ['webhook', 'recover', unknownId, '--since', 'yesterday'], /such as 2026/],
    [
      'a time without a UTC offset',
      ['webhook', 'recover', unknownId, '--since', '2026-11-20T08:00:00'],
      /offset/,
    ],
    ['a missing start time', ['webhook', 'recover', unknownId], /--since/],
    ['an invalid number', ['delivery', 'list', '--endpoint', unknownId, '--limit', '1e2'], /1 to 1000/],
  ];

  test.each(misuses)('%s', async (_name, args, words) => {
    const misuse = await admin(args, withoutDatabase);
    expect(misuse).toMatchObject({ exitCode: 2, stdout: '' });
    expect(misuse.stderr).toMatch(words);
    const asJson = await admin(['--json', ...args], withoutDatabase);
    expect(asJson).toMatchObject({ exitCode: 2, stdout: '' });
    expect(JSON.parse(asJson.stderr)).toEqual({ error: 'usage', message: misuse.stderr.trimEnd() });
  });

  test.each([[[]], [['key']]])('prints help on stderr if no command follows %j', async (args) => {
    const misuse = await admin(args, withoutDatabase);
    expect(misuse).toMatchObject({ exitCode: 2, stdout: '' });
    expect(misuse.stderr).toMatch(/^Usage: .*\nA command is missing\..*\n$/s);
    const asJson = await admin(['--json', ...args], withoutDatabase);
    expect(JSON.parse(asJson.stderr).error).toBe('usage');
  });
});

test.each(['company', 'key', 'member', 'site', 'webhook', 'delivery'])(
  'prints the help of "%s" without a database',
  async (group) => {
    const { exitCode, stdout, stderr } = await admin([group, '--help'], { DATABASE_URL: 'none' });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(`Usage: npm run admin -- ${group}`);
  },
);
