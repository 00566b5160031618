import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Company, Member, Site } from '@pv-planning/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readCompanyLogo } from '../../src/company/company-records.ts';
import { commandLineOn, unknownId } from '../support/command-line.ts';
import { namedExample } from '../support/contract-document.ts';
import { png } from '../support/small-png.ts';
import { openTestApi } from '../support/test-api.ts';
import type { TestCompany } from '../support/test-company.ts';

const { database, addCompany } = await openTestApi();
const { admin, text, json } = commandLineOn(database);

const folder = await mkdtemp(join(tmpdir(), 'pv-updates-'));
afterAll(() => rm(folder, { recursive: true }));

/** Writes a file; an object as JSON. Returns its path. */
async function fileWith(content: object | string | Buffer): Promise<string> {
  const path = join(folder, crypto.randomUUID());
  const isText = typeof content === 'string' || Buffer.isBuffer(content);
  await writeFile(path, isText ? content : JSON.stringify(content));
  return path;
}

let company: TestCompany;
beforeEach(async () => {
  company = await addCompany();
});

const getCompany = async () => (await company.api.call('getCompany')).body;
const updateCompany = async (patch: object) =>
  json('company', 'update', company.id, '--file', await fileWith(patch));
const createSite = async (name: string): Promise<string> =>
  (await json('site', 'create', '--company', company.id, '--name', name)).id;
const updateSite = async (id: string, patch: object) =>
  json('site', 'update', id, '--company', company.id, '--file', await fileWith(patch));
async function createMember(): Promise<string> {
  const who = ['--first-name', 'Lena', '--last-name', 'Vogt', '--email', 'lena.vogt@sonnendach.example'];
  return (await json('member', 'create', '--company', company.id, ...who, '--role', 'PLANNER')).id;
}

describe('company update', () => {
  test('sets every field that the contract does not fix', async () => {
    const { id, currency, timeZone, createdAt, updatedAt, ...fields } = namedExample<Company>('Company');
    const patch = { ...fields, logoUrl: 'https://www.sonnendach.example/logo.svg' };
    const { logo, ...updated } = await updateCompany(patch);
    expect(updated).toMatchObject(patch);
    expect(logo).toBeNull();
    expect(await getCompany()).toEqual(updated);
  });

  test('leaves absent fields unchanged, clears those that are null, and replaces addresses', async () => {
    await updateCompany({
      phone: '0351 555 0100',
      website: 'https://a.example',
      address: { city: 'Nordhausen' },
    });
    await updateCompany({ website: null, address: { street: 'Sonnenallee' } });
    expect(await getCompany()).toMatchObject({
      name: 'Dachwerk Beispielstadt GmbH',
      phone: '0351 555 0100',
      website: null,
      address: { street: 'Sonnenallee', city: null, country: 'DE' },
    });
  });

  test('changes the time of the last change only if a value changes', async () => {
    const { updatedAt } = await getCompany();
    await updateCompany({});
    await updateCompany({ name: 'Dachwerk Beispielstadt GmbH', phone: null });
    expect((await getCompany()).updatedAt).toBe(updatedAt);
    const changed = await updateCompany({ phone: '0351 555 0100' });
    expect(changed.updatedAt > updatedAt).toBe(true);
  });

  test('does not change other companies', async () => {
    const other = await addCompany();
    await updateCompany({ name: 'Sonnendach' });
    expect((await other.api.call('getCompany')).body.name).toBe('Dachwerk Beispielstadt GmbH');
  });

  test('reads standard input, and stores texts in NFC', async () => {
    const args = ['company', 'update', company.id, '--file', '-'];
    const { exitCode, stdout } = await admin(args, {}, '{"name":"Ba\u0308ckerei"}');
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `Updated company ${company.id} "B\u00e4ckerei". It has no logo.\n`,
    });
  });

  test('finds files from the directory in which npm was called', async () => {
    const path = await fileWith({ phone: '1' });
    const args = ['company', 'update', company.id, '--file', path.slice(folder.length + 1)];
    expect((await admin(args, { INIT_CWD: folder })).exitCode).toBe(0);
    expect((await getCompany()).phone).toBe('1');
  });
});

function* endless() {
  for (;;) yield Buffer.alloc(64 * 1024);
}

describe('the logo of a company', () => {
  /** A quantization table, a frame header with the size, two tables of codes, a scan for 32 × 64 pixels, and the end. */
  const jpeg = (size = '00200040') => {
    const codes = `01${'00'.repeat(16)}`;
    const tables = `ffc4001400${codes}ffc4001410${codes}`;
    const scan = `ffda0008010100003f00${'00'.repeat(8)}`;
    return Buffer.from(
      `ffd8ffdb004300${'01'.repeat(64)}ffc0000b08${size}01011100${tables}${scan}ffd9`,
      'hex',
    );
  };
  function pngOf(width: number, height: number): Buffer {
    const image = Buffer.from(png);
    image.writeUInt32BE(width, 16);
    image.writeUInt32BE(height, 20);
    return image;
  }
  const setLogo = async (content: Buffer) => [
    'company',
    'update',
    company.id,
    '--logo',
    await fileWith(content),
  ];
  const logo = () => readCompanyLogo(database.forCompany(company.id));

  test.each([
    ['image/png', png],
    ['image/jpeg', jpeg()],
    ['image/png', Buffer.concat([png, Buffer.alloc(512 * 1024 - png.length)])],
  ])('is stored with its type: %s', async (contentType, content) => {
    expect((await json(...(await setLogo(content)))).logo).toEqual({ contentType, bytes: content.length });
    expect(await logo()).toEqual({ contentType, content });
  });

  test('is read only up to its limit', async () => {
    for (const path of ['/dev/zero', '-']) {
      const args = ['company', 'update', company.id, '--logo', path];
      const { exitCode, stderr } = await admin(args, {}, Readable.from(endless()));
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('larger than 512 KiB')]);
    }
  });

  test('cannot be set and removed at once', async () => {
    const set = await setLogo(png);
    for (const args of [
      [...set, '--no-logo'],
      ['company', 'update', company.id, '--no-logo', ...set.slice(3)],
    ]) {
      const { exitCode, stderr } = await admin(args);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('either --logo or --no-logo')]);
    }
  });

  test('stays when fields change, and is removed by --no-logo', async () => {
    await updateCompany({ email: 'info@dachwerk.example' });
    expect(await text(...(await setLogo(png)))).toContain(`It has a logo (image/png, ${png.length} bytes).`);
    const { updatedAt } = await getCompany();
    await json(...(await setLogo(png)), '--file', await fileWith({}));
    expect((await getCompany()).updatedAt).toBe(updatedAt);
    await updateCompany({ phone: '1' });
    expect(await getCompany()).toMatchObject({ email: 'info@dachwerk.example', phone: '1' });
    expect(await logo()).toMatchObject({ content: png });
    await json('company', 'update', company.id, '--no-logo');
    expect(await logo()).toBeNull();
  });

  test.each([
    ['a GIF', Buffer.from('GIF89a'), /neither a PNG nor a JPEG/],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /neither a PNG nor a JPEG/],
    ['an empty file', Buffer.alloc(0), /neither a PNG nor a JPEG/],
    ['a PNG without its end', png.subarray(0, -1), /is not complete/],
    ['a JPEG without its end', jpeg().subarray(0, -1), /is not complete/],
    ['a JPEG cut before its size', jpeg().subarray(0, 12), /is not complete/],
    ['the start of a JPEG', Buffer.from('ffd8ff', 'hex'), /is not complete/],
    ['a PNG with too many pixels', pngOf(1, 4097), /has 1 × 4097 pixels/],
    ['a PNG without pixels', pngOf(0, 1), /has 0 × 1 pixels/],
    ['a PNG with a wrong checksum', pngOf(16, 16), /cannot be printed: .*failed to decode/],
    [
      'a PNG with pixels and no data',
      Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAAElEQVQ1rwYeAAAAAElFTkSuQmCC', 'base64'),
      /cannot be printed: .*failed to decode/,
    ],
    [
      'a JPEG without its tables',
      Buffer.from(jpeg().toString('hex').replace('ffdb', 'fffe'), 'hex'),
      /cannot be printed/,
    ],
    ['a JPEG with too many pixels', jpeg('10001001'), /has 4097 × 4096 pixels/],
    [
      'one byte too many',
      Buffer.concat([png, Buffer.alloc(512 * 1024 + 1 - png.length)]),
      /larger than 512 KiB/,
    ],
  ])('is refused with exit code 1 if it is %s', async (_name, content, message) => {
    const refused = await admin([...(await setLogo(content)), '--json']);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(refused.stderr)).toEqual({
      error: 'invalid_logo',
      message: expect.stringMatching(message),
    });
    expect(await logo()).toBeNull();
  });
});

describe('site update', () => {
  test('sets every field that the contract does not fix', async () => {
    const { id: _, createdAt, updatedAt, ...patch } = namedExample<Site>('SiteNordhausen');
    const id = await createSite('Alt');
    const updated = await updateSite(id, { ...patch, active: false });
    expect(updated).toMatchObject({ ...patch, active: false });
    expect((await company.api.call('getSite', { params: { id } })).body).toEqual(updated);
  });

  test('moves the default from one site to another, even by concurrent commands', async () => {
    const ids = await Promise.all(['Musterstadt', 'Nordhausen', 'Altdorf'].map(createSite));
    await Promise.all(ids.map((id) => updateSite(id, { isDefault: true })));
    const defaults = async () =>
      (await company.api.call('listSites')).body.data.filter(({ isDefault }) => isDefault);
    expect(await defaults()).toHaveLength(1);
    await updateSite(String(ids[0]), { isDefault: true });
    expect(await defaults()).toMatchObject([{ id: ids[0] }]);
  });

  test('leaves the company an active default site', async () => {
    const [first, second] = [await createSite('Musterstadt'), await createSite('Nordhausen')];
    const refuses = async (id: string, patch: object, message: string) => {
      const { exitCode, stderr } = await admin([
        ...['site', 'update', id, '--company', company.id, '--file', await fileWith(patch), '--json'],
      ]);
      expect([exitCode, JSON.parse(stderr)]).toEqual([
        1,
        { error: 'default_site_required', message: expect.stringContaining(message) },
      ]);
    };
    await updateSite(second, { active: false });
    await refuses(second, { isDefault: true }, 'is not active');
    await updateSite(first, { isDefault: true });
    await refuses(first, { isDefault: false }, 'make another site the default first');
    await refuses(first, { active: false }, 'make another site the default first');
    await refuses(second, { isDefault: true }, 'is not active');
    await updateSite(second, { active: true, isDefault: true });
    expect(await updateSite(first, { active: false })).toMatchObject({ isDefault: false, active: false });
    expect((await company.api.call('getSite', { params: { id: second } })).body.isDefault).toBe(true);
  });
});

describe('member update', () => {
  test('sets every field that the contract does not fix', async () => {
    const { id: _, name, createdAt, updatedAt, ...fields } = namedExample<Member>('MemberAdmin');
    const id = await createMember();
    const siteIds = [await createSite('Musterstadt'), await createSite('Nordhausen')];
    const patch = { ...fields, phone: '1', avatarUrl: 'https://a.example/b.png', active: false };
    const repeated = [...siteIds, ...siteIds].reverse();
    const args = [
      'member',
      'update',
      id,
      '--company',
      company.id,
      '--file',
      await fileWith({ ...patch, siteIds: repeated }),
    ];
    const updated = await json(...args);
    expect(updated).toMatchObject({ ...patch, name, siteIds });
    const { body } = await company.api.call('getMember', { params: { id } });
    expect(body).toEqual(updated);
    expect(await json(...args)).toEqual(updated);
    expect(
      (await json('member', 'update', id, '--company', company.id, '--file', await fileWith({ siteIds: [] })))
        .siteIds,
    ).toEqual([]);
  });

  test('deactivates and activates a member; the option overrides the file', async () => {
    const id = await createMember();
    expect(await text('member', 'update', id, '--company', company.id, '--active', 'no')).toBe(
      `Updated member ${id} (Lena Vogt, inactive).\n`,
    );
    const file = ['--file', await fileWith({ active: false, lastName: 'Brandt' })];
    expect(
      await json('member', 'update', id.toUpperCase(), '--company', company.id, '--active', 'yes', ...file),
    ).toMatchObject({
      active: true,
      lastName: 'Brandt',
    });
  });

  test('does not accept sites of another company', async () => {
    const id = await createMember();
    const file = await fileWith({ siteIds: [await (await addCompany()).newSite()], lastName: 'Brandt' });
    const refused = await admin(['member', 'update', id, '--company', company.id, '--file', file]);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('has no site') });
    expect(await json('member', 'list', '--company', company.id)).toMatchObject([{ lastName: 'Vogt' }]);
  });
});

test('updates raise no events', async () => {
  await updateCompany({ phone: '1' });
  await updateSite(await createSite('Alt'), { active: false });
  await json('member', 'update', await createMember(), '--company', company.id, '--active', 'no');
  expect((await company.api.call('listEvents')).body.total).toBe(0);
});

describe('a file is refused with exit code 1', () => {
  const files: [string, object | string, string, RegExp][] = [
    [
      'an unknown field',
      { fax: '1' },
      'invalid_fields',
      /: fax is not a field\. A company has the fields name, /,
    ],
    [
      'an unknown field of the address',
      { address: { zip: '1' } },
      'invalid_fields',
      /: address\/zip is not a field\./,
    ],
    ['a field that is fixed', { currency: 'CHF' }, 'invalid_fields', /: currency cannot be changed\./],
    ['a prototype', '{"__proto__":{"name":"x"}}', 'invalid_fields', /__proto__ is not a field/],
    ['a required field cleared', { name: null }, 'invalid_fields', /: name must be string\./],
    [
      'a blank name',
      { name: ' ' },
      'invalid_fields',
      /: name must be one line without control characters, and not/,
    ],
    ['an invalid address', { email: 'info' }, 'invalid_fields', /: email must be an e-mail address/],
    [
      'an invalid web address',
      { website: 'ftp://a.example' },
      'invalid_fields',
      /: website must be a web address/,
    ],
    [
      'a text that is too long',
      { phone: 'x'.repeat(101) },
      'invalid_fields',
      /: phone must have at most 100/,
    ],
    [
      'a validity of zero days',
      { defaultOfferValidityDays: 0 },
      'invalid_fields',
      /: defaultOfferValidityDays must/,
    ],
    [
      'a list with an invalid item',
      { managingDirectors: ['A', 1] },
      'invalid_fields',
      /: managingDirectors\/1 must be/,
    ],
    [
      'several invalid fields',
      { fax: '1', bic: 1 },
      'invalid_fields',
      /: fax is not a field; bic must be string or null\./,
    ],
    ['a list', [], 'invalid_fields', /must be an object/],
    ['no JSON', '{"name":', 'invalid_json', /is not valid JSON: /],
    ['an empty file', '', 'invalid_json', /is not valid JSON: /],
    [
      'text that PostgreSQL cannot store',
      '{"name":"\\u0000"}',
      'invalid_json',
      /\/name is not well-formed Unicode/,
    ],
  ];

  test.each(files)('%s', async (_name, content, error, message) => {
    const before = await getCompany();
    const refused = await admin([
      'company',
      'update',
      company.id,
      '--file',
      await fileWith(content),
      '--json',
    ]);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(refused.stderr)).toEqual({ error, message: expect.stringMatching(message) });
    expect(await getCompany()).toEqual(before);
  });

  test('that does not exist', async () => {
    const refused = await admin([
      'site',
      'update',
      '1',
      '--company',
      company.id,
      '--file',
      join(folder, 'none.json'),
      '--json',
    ]);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(refused.stderr)).toEqual({
      error: 'unreadable_file',
      message: expect.stringMatching(/none\.json cannot be read: ENOENT.*\.$/),
    });
  });

  test.each([
    ['company', '987654321'],
    ['company', 'abc'],
    ['site', '987654321'],
    ['member', unknownId],
    ['member', 'abc'],
  ])('of an unknown %s: %s', async (kind, id) => {
    const owner = kind === 'company' ? [] : ['--company', company.id];
    const refused = await admin([kind, 'update', id, ...owner, '--file', await fileWith({}), '--json']);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(refused.stderr)).toEqual({
      error: `${kind}_not_found`,
      message: expect.stringMatching(/ shows .*\.$/),
    });
  });

  test('of a record of another company', async () => {
    const other = await addCompany();
    const file = ['--file', await fileWith({ active: false }), '--company', other.id, '--json'];
    const [site, member] = [await createSite('Alt'), await createMember()];
    const refusals = [
      await admin(['site', 'update', site, ...file]),
      await admin(['member', 'update', member, ...file]),
    ];
    expect(refusals.map(({ stderr }) => JSON.parse(stderr).error)).toEqual([
      'site_not_found',
      'member_not_found',
    ]);
    expect((await company.api.call('getSite', { params: { id: site } })).body.active).toBe(true);
    expect((await company.api.call('getMember', { params: { id: member } })).body.active).toBe(true);
  });
});
