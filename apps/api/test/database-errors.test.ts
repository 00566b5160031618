import { type ApiError, notFound } from '@pv-planning/server-kit';
import { describe, expect, test } from 'vitest';
import {
  asApiError,
  asApiErrorWithHolder,
  deleteUnlessReferenced,
  withHolder,
} from '../src/kernel/sql/database-errors.ts';

/** Returns PostgreSQL's error for a violated key. Without `constraint`, the error comes from a shard on another machine. */
function violation(code: string, message: string, constraint?: string): Error {
  const where = 'while executing command on worker-2.example.com:5432';
  return Object.assign(new Error(message), { code, ...(constraint ? { constraint } : { where }) });
}

const duplicate = (name: string) => `duplicate key value violates unique constraint "${name}"`;
const dangling = (table: string, name: string) =>
  `insert or update on table "${table}" violates foreign key constraint "${name}"`;

function reported(error: unknown) {
  const { code, details } = asApiError(error) as ApiError;
  return { code, path: details?.[0]?.path };
}

describe('the name of a violated constraint determines the field', () => {
  const taken = 'customer_external_id_key';
  const price = 'material_selling_price_site_id_fkey';
  test.each([
    ['of a table', violation('23505', duplicate(taken), taken), 'already_exists', '/externalId'],
    [
      'of a shard here',
      violation('23505', duplicate(`${taken}_102061`), `${taken}_102061`),
      'already_exists',
      '/externalId',
    ],
    [
      'of a shard elsewhere',
      violation('23505', duplicate(`${taken}_102061`)),
      'already_exists',
      '/externalId',
    ],
    [
      'in another language',
      violation('23505', `doppelter Schlüsselwert verletzt Unique-Constraint »${taken}_102061«`),
      'already_exists',
      '/externalId',
    ],
    [
      'of an index',
      violation('23505', duplicate('material_article_number_key_7')),
      'already_exists',
      '/articleNumber',
    ],
    [
      'of a reference',
      violation('23503', dangling('project', 'project_customer_id_fkey'), 'project_customer_id_fkey'),
      'unknown_reference',
      '/customerId',
    ],
    [
      'of a reference between shards',
      violation('23503', dangling('material_selling_price_102099', `${price}_102099`)),
      'unknown_reference',
      '/siteId',
    ],
  ])('%s', (_where, error, code, path) => {
    expect(reported(error)).toEqual({ code, path });
  });
});

test.each([
  [
    'a key of ours',
    violation('23503', dangling('idempotency_key_102041', 'idempotency_key_company_id_fkey_102041')),
  ],
  ['a key of the outbox', violation('23505', duplicate('webhook_delivery_event_id_key_102081'))],
  ['an id', violation('23505', duplicate('customer_pkey_102061'), 'customer_pkey')],
  ['another fault', violation('22003', 'integer out of range')],
])('%s does not point to a field of the body', (_what, error) => {
  expect(asApiError(error)).toBe(error);
});

test('treats a record that another shard references as in use', async () => {
  const message =
    'update or delete on table "manufacturer_102091" violates foreign key constraint "material_manufacturer_id_fkey_102095" on table "material_102095"';
  for (const code of ['23503', '23001']) {
    const refused = deleteUnlessReferenced('manufacturer_in_use', () =>
      Promise.reject(violation(code, message)),
    );
    await expect(refused).rejects.toMatchObject({ code: 'manufacturer_in_use' });
  }
  const other = deleteUnlessReferenced('manufacturer_in_use', () => Promise.reject(notFound()));
  await expect(other).rejects.toMatchObject({ code: 'not_found' });
});

test.each([['1001'], [undefined]])(
  'reports a duplicate value with the id of the record that has it: %s',
  async (id) => {
    const key = 'customer_customer_number_key';
    const asked: string[] = [];
    const write = withHolder(Promise.reject(violation('23505', duplicate(key), key)), async (_db, field) => {
      asked.push(field);
      return id;
    });
    const thrown = await write.catch((error: unknown) => error);
    expect(asked).toEqual([]);
    const { code, details } = (await asApiErrorWithHolder(thrown, {} as never)) as ApiError;
    expect({ code, asked }).toEqual({ code: 'already_exists', asked: ['customerNumber'] });
    expect(details).toStrictEqual([
      {
        in: 'body',
        path: '/customerNumber',
        code: 'already_exists',
        message: expect.any(String),
        ...(id !== undefined && { id }),
      },
    ]);
  },
);

test('responds with 503 if the database becomes unavailable during the lookup of the record with a duplicate value', async () => {
  const key = 'customer_customer_number_key';
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const write = withHolder(Promise.reject(violation('23505', duplicate(key), key)), () =>
    Promise.reject(gone),
  );
  const thrown = await write.catch((error: unknown) => error);
  expect(await asApiErrorWithHolder(thrown, {} as never)).toMatchObject({ code: 'service_unavailable' });
});
