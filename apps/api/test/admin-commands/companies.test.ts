import { scopes } from '@pv-planning/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { commandLineOn } from '../support/command-line.ts';
import { openTestDatabase } from '../support/test-database.ts';

const { admin, text, json, newCompany } = commandLineOn(await openTestDatabase());

let company = '';
beforeEach(async () => {
  company = await newCompany();
});

const inCompany = () => ['--company', company];

test('lists companies with their names', async () => {
  expect(await json('company', 'list')).toContainEqual({
    id: company,
    name: 'Sonnendach Musterstadt GmbH',
    createdAt: expect.any(String),
  });
  expect(await text('company', 'list')).toMatch(
    new RegExp(`^ID +NAME +CREATED\n.*\n?${company} +Sonnendach`, 's'),
  );
});

test('stores names in NFC, the form in which requests search for them', async () => {
  const { id } = await json('company', 'create', '--name', ' Ba\u0308ckerei ');
  expect(await json('company', 'list')).toContainEqual(
    expect.objectContaining({ id, name: 'B\u00e4ckerei' }),
  );
});

test('derives the name in addresses from the name, and changes it', async () => {
  const { id } = await json('company', 'create', '--name', 'Müller & Söhne – Große Dächer');
  const slugged = (...args: string[]) => json('company', 'update', id, ...args);
  expect((await slugged('--no-logo')).slug).toBe('mueller-soehne-grosse-daecher');
  expect((await slugged('--slug', 'mueller')).slug).toBe('mueller');
  expect((await json('company', 'update', id, '--no-logo')).slug).toBe('mueller');
  const { exitCode, stderr } = await admin(['company', 'update', id, '--slug', 'Müller']);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('lower-case letters'),
  });
});

describe('keys', () => {
  const createKey = (grant: string) =>
    json('key', 'create', ...inCompany(), '--name', 'CRM', '--scopes', grant);

  test('are shown once, and listed with their prefix', async () => {
    const shown = await text('key', 'create', ...inCompany(), '--name', 'CRM', '--scopes', '*');
    const [, key = ''] = /shown only once\):\n(pvp_live_\w+)\n$/.exec(shown) ?? [];
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

  test('have the given scopes without duplicates', async () => {
    expect((await createKey('read:projects, write:customers,read:projects')).scopes).toEqual([
      'read:projects',
      'write:customers',
    ]);
    expect((await createKey('read:projects,*')).scopes).toEqual(['*']);
  });

  test('are revoked by id, permanently', async () => {
    const { id } = await createKey('*');
    const revoked = await json('key', 'revoke', id);
    expect(revoked).toMatchObject({ id, companyId: company, revokedAt: expect.any(String) });
    expect(await json('key', 'revoke', id, ...inCompany())).toEqual(revoked);
    expect(await text('key', 'list', ...inCompany())).toContain(revoked.revokedAt);
  });

  test('may have every scope of the contract', async () => {
    const all = Object.keys(scopes);
    expect((await createKey(all.join())).scopes).toEqual(all);
  });
});

describe('members and sites', () => {
  const createMember = (...options: string[]) => {
    const who = ['--first-name', 'Lena', '--last-name', 'Vogt', '--email', 'lena.vogt@sonnendach.example'];
    return json('member', 'create', ...inCompany(), ...who, '--role', 'PLANNER', ...options);
  };
  const createSite = (name: string, ...options: string[]) =>
    json('site', 'create', ...inCompany(), '--name', name, ...options);

  test('a member has the given sites', async () => {
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

  test('at most one site is the default, even if several are created concurrently', async () => {
    const names = ['Musterstadt', 'Nordhausen', 'Neustadt', 'Altdorf'];
    await Promise.all(names.map((name) => createSite(name, '--default')));
    const sites: { name: string; isDefault: boolean }[] = await json('site', 'list', ...inCompany());
    expect(sites.map(({ name }) => name)).toEqual([...names].sort());
    expect(sites.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(await text('site', 'list', ...inCompany())).toMatch(/Altdorf +(yes|no) +yes\n/);
  });
});
