import { hash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/index.ts';
import { migrate, readMigrations } from '../src/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

/** Gives access to its server; each test uses an empty database on it. */
let neighbour: TestDatabase;
let count = 0;
const made: string[] = [];

beforeAll(async () => {
  neighbour = await createTestDatabase();
});

afterAll(async () => {
  // Without force, which would be refused while PostgreSQL vacuums the database as superuser.
  for (const name of made) await administrate(`drop database ${name}`);
  await administrate('drop role if exists pv_test_poor');
  await neighbour.close();
});

async function administrate(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: neighbour.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function emptyDatabase(): Promise<string> {
  const url = new URL(neighbour.url);
  count += 1;
  const name = `${url.pathname.slice(1)}_${count}`;
  await administrate(`create database ${name} encoding 'UTF8' template template0`);
  made.push(name);
  url.pathname = name;
  return url.href;
}

async function within<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const first = { name: '0001_first', sql: 'create table first (a int)', checksum: 'a' };
const second = { name: '0002_second', sql: 'create table second (a int)', checksum: 'b' };

test('migrations are numbered consecutively, except for the unused numbers that migrations/README.md explains', async () => {
  const numbers = (await readMigrations()).map(({ name }) => Number(/^\d{4}(?=_[a-z_]+$)/.exec(name)?.[0]));
  const unused = [13, 17];
  const expected = Array.from({ length: numbers.length + unused.length }, (_, index) => index + 1);
  expect(numbers).toEqual(expected.filter((number) => !unused.includes(number)));
});

test('applies nothing the second time', async () => {
  const url = await emptyDatabase();
  const migrations = await readMigrations();
  expect(await within(url, (client) => migrate(client, migrations))).toEqual(
    migrations.map(({ name }) => name),
  );
  expect(await within(url, (client) => migrate(client, migrations))).toEqual([]);
});

test('applies each migration once if several processes migrate concurrently', async () => {
  const url = await emptyDatabase();
  const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url })));
  expect(await databases[0]?.kysely.selectFrom('customer').selectAll().execute()).toEqual([]);
  await Promise.all(databases.map((database) => database.close()));
});

test('rolls back a failed migration and keeps those before it', async () => {
  const url = await emptyDatabase();
  const broken = { name: '0002_broken', sql: 'create table half (a int); select 1 / 0', checksum: 'c' };
  await within(url, async (client) => {
    await expect(migrate(client, [first, broken])).rejects.toThrow(/0002_broken failed: division by zero/);
    await expect(client.query('select from half')).rejects.toMatchObject({ code: '42P01' });
    expect(await migrate(client, [first, second])).toEqual(['0002_second']);
  });
});

test('rejects an applied migration that was edited or removed', async () => {
  const url = await emptyDatabase();
  await within(url, async (client) => {
    await migrate(client, [first, second]);
    await expect(migrate(client, [{ ...first, checksum: 'x' }, second])).rejects.toThrow(
      /0001_first was changed/,
    );
    await expect(migrate(client, [second])).rejects.toThrow(/0001_first was applied .* missing/);
  });
});

test('accepts a database that is newer than the program', async () => {
  const url = await emptyDatabase();
  await within(url, async (client) => {
    await migrate(client, [first, second]);
    expect(await migrate(client, [first])).toEqual([]);
  });
});

test('reports the statements that an administrator must run if the role may not create extensions', async () => {
  const url = await emptyDatabase();
  const role = `pv_test_poor_${Date.now()}`;
  await administrate(`create role ${role} login password 'poor'`);
  const poor = new URL(url);
  poor.username = role;
  poor.password = 'poor';
  await within(url, (client) => client.query(`grant create on schema public to ${role}`));
  await expect(openDatabase({ url: poor.href })).rejects.toThrow(
    /create extension pg_trgm; create extension btree_gin; create extension btree_gist;/,
  );
  await within(url, (client) =>
    client.query('create extension pg_trgm; create extension btree_gin; create extension btree_gist'),
  );
  const database = await openDatabase({ url: poor.href });
  await database.close();
});

/** A database before a given migration, with a company. */
async function databaseBefore(name: string): Promise<{ url: string; rest: () => Promise<string[]> }> {
  const url = await emptyDatabase();
  const migrations = await readMigrations();
  const earlier = migrations.filter((migration) => migration.name < name);
  await within(url, (client) => migrate(client, earlier));
  return { url, rest: () => within(url, (client) => migrate(client, migrations)) };
}

function subconstruction(data: object): string {
  return `insert into company (company_id, name) overriding system value values (1, 'A');
    insert into material (company_id, material_type, name, unit, vat_rate, purchase_price, data)
      values (1, 'subconstruction', 'S8', 'SET', 0, 38.5, '${JSON.stringify(data)}');`;
}

test('0010 renames the gable roofs of existing roofs and mounting systems and keeps the order', async () => {
  const { url, rest } = await databaseBefore('0010');
  const stored = await within(url, async (client) => {
    await client.query(`${subconstruction({ mountingType: 'ON_ROOF', roofTypes: ['PITCHED', 'SHED'] })}
      insert into customer (company_id, id, type) overriding system value values (1, 1, 'PRIVATE');
      insert into project (company_id, id, customer_id, state) overriding system value values (1, 1, 1, 'OPEN');
      insert into roof (company_id, project_id, name, roof_type, tilt)
        values (1, 1, 'PITCHED', 'PITCHED', 38), (1, 1, 'Garage', 'FLAT', 0);`);
    await rest();
    const roofs = await client.query('select name, roof_type from roof order by id');
    const { rows } = await client.query('select data::text from material');
    return { roofs: roofs.rows, data: rows[0].data };
  });
  expect(stored.roofs).toEqual([
    { name: 'PITCHED', roof_type: 'GABLE' },
    { name: 'Garage', roof_type: 'FLAT' },
  ]);
  expect(stored.data).toBe('{"mountingType":"ON_ROOF","roofTypes":["GABLE","SHED"]}');
});

test('0011 renames the price unit of existing mounting systems to price basis and keeps the key order', async () => {
  const { url, rest } = await databaseBefore('0011');
  const data = await within(url, async (client) => {
    await client.query(subconstruction({ coverings: [], priceUnit: 'PER_KWP', moduleOrientations: [] }));
    await rest();
    const { rows } = await client.query('select data::text from material');
    return rows[0].data;
  });
  expect(data).toBe('{"coverings":[],"priceBasis":"PER_KWP","moduleOrientations":[]}');
});

test('0012 assigns existing idempotency keys to their API keys', async () => {
  const { url, rest } = await databaseBefore('0012');
  const stored = await within(url, async (client) => {
    await client.query(`insert into company (company_id, name) overriding system value values (1, 'A'), (2, 'B');
      insert into api_key (company_id, id, name, prefix, hash, scopes) overriding system value
        values (1, 17, 'A', 'a', 'a', '{*}'), (1, 18, 'B', 'b', 'b', '{*}'), (2, 19, 'C', 'c', 'c', '{*}');
      insert into idempotency_key (company_id, api_key_id, key, fingerprint, status, body)
        values (1, 17, 'order-1', 'a', 201, '{"id":"1"}'), (1, 18, 'order-1', 'b', null, null),
          (2, 19, 'order-1', 'c', 201, '{"id":"2"}');`);
    await rest();
    const { rows } = await client.query(
      'select company_id::int as company, owner, key, fingerprint, status, body from idempotency_key order by owner',
    );
    return rows;
  });
  expect(stored).toEqual([
    { company: 1, owner: 'key:17', key: 'order-1', fingerprint: 'a', status: 201, body: '{"id":"1"}' },
    { company: 1, owner: 'key:18', key: 'order-1', fingerprint: 'b', status: null, body: null },
    { company: 2, owner: 'key:19', key: 'order-1', fingerprint: 'c', status: 201, body: '{"id":"2"}' },
  ]);
});

test('0025 keeps the quantities of existing lines, except those that follow a rule', async () => {
  const { url, rest } = await databaseBefore('0025');
  const stored = await within(url, async (client) => {
    await client.query(`insert into company (company_id, name) overriding system value values (1, 'A');
      insert into customer (company_id, id, type) overriding system value values (1, 1, 'PRIVATE');
      insert into project (company_id, id, customer_id, state) overriding system value values (1, 1, 1, 'OPEN');
      insert into material (company_id, id, material_type, name, unit, vat_rate, purchase_price, data)
        overriding system value values
          (1, 1, 'equipment', 'Zähler', 'PIECE', 0, 0, '{"quantityRule":"PER_UNIT","defaultQuantity":2}'),
          (1, 2, 'equipment', 'Stecker', 'PIECE', 0, 0, '{}'), (1, 3, 'misc', 'Kabel', 'METER', 0, 0, '{}');
      insert into offer (company_id, id, number, project_id, customer_id, state, vat_mode, net_price, vat_amount,
          offer_price, purchase_price, vat_breakdown, system_power_kwp, module_count, inverter_power_kw, battery_capacity_kwh)
        overriding system value values (1, 1, 'AN-2026-00001', 1, 1, 'DRAFT', 'PV_ZERO', 0, 0, 0, 0, '[]', 0, 0, 0, 0);
      insert into offer_line (company_id, offer_id, line_group, ref, position, name, unit, quantity, price, total_price,
          vat_rate, purchase_price, material_id, follows_rule, product)
        values (1, 1, 'equipment', 'a', 1, 'Zähler', 'PIECE', 2, 0, 0, 0, 0, 1, null, null),
          (1, 1, 'equipment', 'b', 2, 'Stecker', 'PIECE', 3, 0, 0, 0, 0, 2, null, null),
          (1, 1, 'miscMaterials', 'c', 1, 'Kabel', 'METER', 4, 0, 0, 0, 0, 3, true, '{"quantityRule":"FIXED"}'),
          (1, 1, 'miscMaterials', 'd', 2, 'Kabel', 'METER', 5, 0, 0, 0, 0, 3, false, '{"quantityRule":"FIXED"}');`);
    await rest();
    const { rows } = await client.query(
      'select ref, quantity::int, quantity_is_automatic as automatic, product from offer_line order by ref',
    );
    return rows;
  });
  expect(stored).toEqual([
    { ref: 'a', quantity: 2, automatic: false, product: { quantityRule: 'PER_UNIT', defaultQuantity: 2 } },
    { ref: 'b', quantity: 3, automatic: false, product: { quantityRule: 'FIXED', defaultQuantity: 1 } },
    { ref: 'c', quantity: 4, automatic: true, product: { quantityRule: 'FIXED' } },
    { ref: 'd', quantity: 5, automatic: false, product: { quantityRule: 'FIXED' } },
  ]);
});

test('0052 keeps the terms shown to customers in published offers', async () => {
  const { url, rest } = await databaseBefore('0052');
  const kept = await within(url, async (client) => {
    await client.query(`insert into company (company_id, name, managing_directors) overriding system value values (1, 'A', '{"B C"}');
      insert into member (company_id, id, first_name, last_name, email, role)
        values (1, '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a', 'Lena', 'Vogt', 'lena@a.example', 'PLANNER');
      insert into customer (company_id, id, type, last_name, address) overriding system value
        values (1, 1, 'PRIVATE', 'Groß', '{"city":"Łódź"}');
      insert into project (company_id, id, customer_id, state) overriding system value values (1, 1, 1, 'OPEN');
      insert into roof (company_id, id, project_id, name, roof_type, tilt) overriding system value values (1, 1, 1, 'Süd', 'GABLE', 38);
      insert into material (company_id, id, material_type, name, unit, vat_rate, purchase_price, data, warranty_years)
        overriding system value values (1, 1, 'pv_module', 'Modul', 'PIECE', 0, 0, '{}', 15);
      insert into offer (company_id, id, number, project_id, customer_id, planner_id, state, published_at, valid_to, vat_mode, net_price,
          vat_amount, offer_price, purchase_price, vat_breakdown, system_power_kwp, module_count, inverter_power_kw, battery_capacity_kwh)
        overriding system value select 1, id, id, 1, 1, '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a', state, '2026-03-10T09:30:00Z',
          '2026-04-30', 'STANDARD', 190, 36.1, 226.1, 0, '[{"vatRate":19,"net":190,"vat":36.1}]', 0.88, 2, 0, 0
        from (values (1, 'DRAFT'), (2, 'PUBLISHED'), (3, 'ACCEPTED')) as offer (id, state);
      insert into offer_line (company_id, offer_id, line_group, ref, position, name, unit, quantity, price, total_price, vat_rate,
          purchase_price, material_id, roof_id, product)
        values (1, 2, 'modules', 'a', 1, 'Modul', 'PIECE', 2, 100, 200, 0, 0, 1, 1, '{"length":1762,"performanceWarrantyYears":30}'),
          (1, 2, 'additionalCosts', 'b', 1, 'Rabatt', 'FLAT', 1, -10, -10, null, 0, null, null, null),
          (1, 2, 'equipment', 'c', 1, 'Nichts', 'PIECE', 0, 1, 0, 0, 0, null, null, null);
      insert into offer_decision (company_id, offer_id, decided_at, decided_by, terms_version, offer_price, state, terms)
        values (1, 3, '2026-03-11T09:30:00Z', 'TEAM', 'version', 226.1, 'ACCEPTED', '{"decided":true}');`);
    await rest();
    const { rows } = await client.query(
      'select offer_id::int, revision, version, text from offer_terms order by offer_id',
    );
    return rows;
  });
  expect(kept).toHaveLength(2);
  const [published, accepted] = kept;
  expect(accepted).toEqual({ offer_id: 3, revision: 1, version: 'version', text: '{"decided":true}' });
  expect(published).toMatchObject({
    offer_id: 2,
    revision: 1,
    version: hash('sha256', published.text, 'base64url'),
  });
  expect(JSON.parse(published.text)).toMatchObject({
    number: '2',
    company: { name: 'A', managingDirectors: ['B C'], phone: null },
    contact: { name: 'Lena Vogt', phone: null, email: 'lena@a.example' },
    customer: {
      name: 'Groß',
      lastName: 'Groß',
      contactName: null,
      type: 'PRIVATE',
      address: { city: 'Łódź' },
    },
    validTo: '2026-04-30',
    vatBreakdown: [{ vatRate: 19, net: 190, vat: 36.1 }],
    offerPrice: 226.1,
    groups: [
      {
        group: 'modules',
        lines: [
          {
            ...{
              name: 'Modul',
              roofName: 'Süd',
              warrantyYears: 15,
              performanceWarrantyYears: 30,
              vatRate: 19,
            },
            ...{ quantity: 2, price: 100, totalPrice: 200, active: true },
          },
        ],
      },
      { group: 'additionalCosts', lines: [{ name: 'Rabatt', vatRate: null, totalPrice: -10 }] },
    ],
    roofs: [{ name: 'Süd', azimuth: null, tilt: 38, modules: [{ name: 'Modul', count: 2, length: 1762 }] }],
  });
});

test('0029 derives the addresses of companies from their names', async () => {
  const { url, rest } = await databaseBefore('0029');
  const names = [
    'Sonnendach Musterstadt GmbH (demo)',
    'Müller & Söhne – Große Dächer',
    '***',
    'x '.repeat(40),
  ];
  await within(url, (client) =>
    client.query('insert into company (name) select unnest($1::text[])', [names]),
  );
  await rest();
  const { rows } = await within(url, (client) =>
    client.query('select slug from company order by company_id'),
  );
  expect(rows.map(({ slug }) => slug)).toEqual([
    'sonnendach-musterstadt-gmbh-demo',
    'mueller-soehne-grosse-daecher',
    'company',
    Array(25).fill('x').join('-'),
  ]);
});

test('0036 marks lines that are not part of a system, and purchase prices of the catalog', async () => {
  const { url, rest } = await databaseBefore('0036');
  const stored = await within(url, async (client) => {
    await client.query(`insert into company (company_id, name, slug) overriding system value values (1, 'A', 'a');
      insert into customer (company_id, id, type) overriding system value values (1, 1, 'PRIVATE');
      insert into project (company_id, id, customer_id, state) overriding system value values (1, 1, 1, 'OPEN');
      insert into material (company_id, id, material_type, name, unit, vat_rate, purchase_price, data)
        overriding system value values
          (1, 1, 'equipment', 'Kabel', 'PIECE', 19, 0, '{"forMaterialTypes": ["wallbox"]}'),
          (1, 2, 'equipment', 'Zähler', 'PIECE', 0, 0, '{"forMaterialTypes": ["wallbox", "inverter"]}');
      insert into service (company_id, id, name, category, unit, price, purchase_price, vat_rate)
        overriding system value values (1, 1, 'Wartung', 'MAINTENANCE', 'FLAT', 1, 0, 19), (1, 2, 'x', 'OTHER', 'FLAT', 1, 0, 0);
      insert into offer (company_id, id, number, project_id, customer_id, state, vat_mode, net_price, vat_amount,
          offer_price, purchase_price, vat_breakdown, system_power_kwp, module_count, inverter_power_kw, battery_capacity_kwh)
        overriding system value values (1, 1, 'AN-2026-00001', 1, 1, 'DRAFT', 'PV_ZERO', 0, 0, 0, 0, '[]', 0, 0, 0, 0);
      insert into offer_line (company_id, offer_id, line_group, ref, position, name, unit, quantity, price, total_price,
          vat_rate, purchase_price, material_id, service_id, price_from_catalog)
        values (1, 1, 'equipment', 'a', 1, 'x', 'PIECE', 1, 0, 0, 0, 0, 1, null, false),
          (1, 1, 'equipment', 'b', 2, 'x', 'PIECE', 1, 0, 0, 0, 0, 2, null, true),
          (1, 1, 'services', 'c', 1, 'x', 'FLAT', 1, 0, 0, 0, 0, null, 1, false),
          (1, 1, 'services', 'd', 2, 'x', 'FLAT', 1, 0, 0, 0, 0, null, 2, false);`);
    await rest();
    const { rows } = await client.query(
      'select ref, standard_rated as standard, purchase_price_from_catalog as catalog from offer_line order by ref',
    );
    return rows;
  });
  expect(stored).toEqual([
    { ref: 'a', standard: true, catalog: false },
    { ref: 'b', standard: false, catalog: true },
    { ref: 'c', standard: true, catalog: false },
    { ref: 'd', standard: false, catalog: false },
  ]);
});

test('0032 lets selling prices with the VAT rate of their product follow it', async () => {
  const { url, rest } = await databaseBefore('0032');
  const rates = await within(url, async (client) => {
    await client.query(`insert into company (company_id, name, slug) overriding system value values (1, 'A', 'a');
      insert into site (company_id, id, name) overriding system value values (1, 1, 'A'), (1, 2, 'B');
      insert into material (company_id, id, material_type, name, unit, vat_rate, purchase_price, data)
        overriding system value values (1, 1, 'misc', 'Kabel', 'METER', 19, 0, '{}');
      insert into material_selling_price (company_id, material_id, site_id, net, vat_rate)
        values (1, 1, 1, 100, 19), (1, 1, 2, 100, 0);`);
    await rest();
    const { rows } = await client.query('select vat_rate from material_selling_price order by site_id');
    return rows.map((row) => row.vat_rate);
  });
  expect(rates).toEqual([null, 0]);
});

test('0043 gives existing bookings the notices of their type, and bookings paid online a refund deadline', async () => {
  const { url, rest } = await databaseBefore('0043');
  const stored = await within(url, async (client) => {
    const paid = `'PAID', 9900, 9900, '2026-03-16T08:00:00Z', 'card'`;
    const booking = (type: string, startsAt: string, payment: string) =>
      `(1, gen_random_uuid(), 'PLANNER', 'CONFIRMED', ${type}, ${type}, '${startsAt}', '${startsAt}'::timestamptz + interval '1 hour',
        '${startsAt}', '${startsAt}'::timestamptz + interval '1 hour', 'type:1', 'Erika', ${payment})`;
    await client.query(`insert into company (company_id, name, slug) overriding system value values (1, 'A', 'a');
      insert into booking_type (company_id, slug, name, duration_minutes, step_minutes, location, assignment,
          reschedule_notice_minutes, cancel_notice_minutes, refund_notice_minutes)
        values (1, 'visit', 'Visit', 60, 60, 'ON_SITE', 'NONE', 10, 20, 2880);
      insert into booking (company_id, id, source, status, type_slug, type_name, starts_at, ends_at, blocked_from, blocked_to, resource, name,
          payment_status, price_cents, amount_paid_cents, paid_at, payment_method)
        values ${booking("'visit'", '2026-03-30T07:00:00Z', paid)}, ${booking("'visit'", '2026-03-17T07:00:00Z', paid)},
          ${booking('null', '2026-03-31T07:00:00Z', "'FREE', 0, null, null, null")};`);
    await rest();
    const { rows } =
      await client.query(`select reschedule_notice_minutes as move, cancel_notice_minutes as cancel,
      refund_notice_minutes as refund, refund_until as until from booking order by starts_at`);
    return rows.map(({ move, cancel, refund, until }) => [
      move,
      cancel,
      refund,
      until?.toISOString() ?? null,
    ]);
  });
  expect(stored).toEqual([
    [10, 20, 2880, '2026-03-16T08:15:00.000Z'],
    [10, 20, 2880, '2026-03-28T07:00:00.000Z'],
    [1440, 1440, 1440, null],
  ]);
});

test('0049 raises the refund notice of priced types to their cancellation notice', async () => {
  const { url, rest } = await databaseBefore('0049');
  const stored = await within(url, async (client) => {
    await client.query(`insert into company (company_id, name, slug) overriding system value values (1, 'A', 'a');
      insert into booking_type (company_id, slug, name, duration_minutes, step_minutes, location, assignment,
          cancel_notice_minutes, refund_notice_minutes, price_cents, tax_rate)
        values (1, 'a', 'A', 60, 60, 'ON_SITE', 'NONE', 2880, 1440, 9900, 19),
          (1, 'b', 'B', 60, 60, 'ON_SITE', 'NONE', 60, 1440, 9900, 19),
          (1, 'c', 'C', 60, 60, 'ON_SITE', 'NONE', 2880, 1440, 0, null);`);
    await rest();
    const { rows } = await client.query(
      'select refund_notice_minutes as refund from booking_type order by slug',
    );
    return rows.map(({ refund }) => refund);
  });
  expect(stored).toEqual([2880, 1440, 1440]);
});

test('0051 makes waiting events about checkout sessions wake their checkouts', async () => {
  const { url, rest } = await databaseBefore('0051');
  const [woken, other, account] = [1, 2, 3].map((n) => `0199bbbb-0000-7000-8000-00000000000${n}`);
  const stored = await within(url, async (client) => {
    const booking = (id: string | undefined, session: string, startsAt: string) =>
      `(1, '${id}', 'BOOKING_PAGE', 'PENDING_PAYMENT', '${startsAt}', '${startsAt}'::timestamptz + interval '1 hour', '${startsAt}',
        '${startsAt}'::timestamptz + interval '1 hour', 'type:1', 'Erika', 'UNPAID', 9900, 19, '2027-01-01', 0, 0, 0, '${account}', '${session}')`;
    const event = (id: string, type: string, object: string, status: string) =>
      `(1, '${id}', '${account}', '${type}', '${object}', '${status}', '${object}', '2026-03-16', '2026-03-16',
        ${status === 'done' ? "'2026-03-16'" : 'null'})`;
    await client.query(`insert into company (company_id, name, slug) overriding system value values (1, 'A', 'a');
      insert into payment_account (company_id, id, api_key, api_key_end, is_live, created_at, updated_at)
        values (1, '${account}', 'sealed', 'abcd', false, now(), now());
      insert into booking (company_id, id, source, status, starts_at, ends_at, blocked_from, blocked_to, resource, name, payment_status,
          price_cents, tax_rate, hold_until, reschedule_notice_minutes, cancel_notice_minutes, refund_notice_minutes, payment_account_id,
          checkout_session_id)
        values ${booking(woken, 'cs_1', '2027-03-30T07:00:00Z')}, ${booking(other, 'cs_2', '2027-03-31T07:00:00Z')};
      insert into checkout (company_id, id, expires_at, status, lane, due_at, created_at, lease_token, lease_until)
        values (1, '${woken}', '2027-01-01', 'queued', 'a', '2099-01-01', '2026-03-16', gen_random_uuid(), '2099-01-01'),
          (1, '${other}', '2027-01-01', 'queued', 'b', '2099-01-01', '2026-03-16', null, null);
      insert into provider_event (company_id, id, payment_account_id, type, object_id, status, lane, due_at, created_at, finished_at)
        values ${event('evt_1', 'checkout.session.completed', 'cs_1', 'queued')},
          ${event('evt_2', 'checkout.session.completed', 'cs_2', 'done')}, ${event('evt_3', 'refund.created', 're_1', 'queued')};`);
    await rest();
    const checkouts = await client.query(
      'select due_at <= now() as due, lease_token from checkout order by id',
    );
    const events = await client.query('select id, status from provider_event order by id');
    return [checkouts.rows, events.rows];
  });
  expect(stored).toEqual([
    [
      { due: true, lease_token: null },
      { due: false, lease_token: null },
    ],
    [
      { id: 'evt_1', status: 'done' },
      { id: 'evt_2', status: 'done' },
      { id: 'evt_3', status: 'queued' },
    ],
  ]);
});

test('0054 keeps the due times of company tasks', async () => {
  const { url, rest } = await databaseBefore('0054');
  const stored = await within(url, async (client) => {
    await client.query(`insert into company (company_id, name) overriding system value values (1, 'A'), (2, 'B');
      insert into company_task (company_id, task, due_at)
        values (1, 'remind-customers', '2020-01-01T08:00:00Z'), (1, 'delete-old-mails', '2099-01-01T08:00:00Z'),
          (2, 'remind-customers', '2099-01-01T08:00:00Z');`);
    await rest();
    const { rows } = await client.query(
      'select company_id::int as company, id, lane, status, attempts, due_at, lease_token from company_task order by company_id, due_at',
    );
    return rows.map(({ due_at: dueAt, ...row }) => ({ ...row, dueAt: dueAt.toISOString() }));
  });
  const queued = { status: 'queued', attempts: 0, lease_token: null };
  const task = (company: number, id: string, dueAt: string) => ({ company, id, lane: id, ...queued, dueAt });
  expect(stored).toEqual([
    task(1, 'remind-customers', '2020-01-01T08:00:00.000Z'),
    task(1, 'delete-old-mails', '2099-01-01T08:00:00.000Z'),
    task(2, 'remind-customers', '2099-01-01T08:00:00.000Z'),
  ]);
});
