import { describe, expect, test } from 'vitest';
import { nobody, openCommandLine, receiver } from '../support/command-line.ts';

const { admin, json, newCompany } = await openCommandLine();

describe('fails with exit code 1:', () => {
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
      /Unknown scope: read:all.*write:customers/,
    ],
    [
      'no scope',
      ['key', 'create', '--company', '1', '--name', 'A', '--scopes', ' ,'],
      /Use '\*' or one or more of/,
    ],
    ['an unknown role', [...member, '--email', 'a@b.example', '--role', 'BOSS'], /ADMIN, PLANNER/],
    ['no e-mail address', [...member, '--role', 'ADMIN', '--email', 'lena'], /e-mail/],
    [
      'an unknown event',
      ['webhook', 'create', '--company', '1', '--url', receiver, '--events', 'customer.bought'],
      /Unknown event type: customer\.bought/,
    ],
    ['an unknown encoding', ['webhook', 'update', nobody, '--signature', 'md5'], /both, base64, hex/],
    ['a limit of nothing', ['webhook', 'update', nobody, '--max-in-flight', '0'], /1 to 256, or 'none'/],
    [
      'nothing to change',
      ['webhook', 'update', nobody, '--company', '1'],
      /--url, --events, --signature, --max-in-flight or --rate/,
    ],
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
