import { beforeAll, describe, expect, test } from 'vitest';
import {
  openStatementLint,
  type Rule,
  rules,
  type StatementLint,
} from '../src/testing/statement-lint/statement-lint.ts';

let lint: StatementLint;

beforeAll(async () => {
  lint = await openStatementLint();
});

/** Statements that Citus rejects or that would access several shards, by the rule that they violate. */
const rejected: Record<Rule, Record<string, string>> = {
  'no-lookup-in-insert': {
    'a count in RETURNING': `insert into customer (company_id, type) values ($1, $2)
      returning id, (select count(*) from project where project.company_id = $1) as project_count`,
    'a lookup in VALUES':
      'insert into roof (company_id, name) values ($1, (select name from project where company_id = $1))',
    'a lookup in an upsert': `insert into customer (company_id, id) values ($1, $2) on conflict (company_id, id)
      do update set notes = (select name from company where company_id = $1)`,
  },
  'immutable-with-column': {
    'arithmetic with a time and an interval': `update customer set updated_at = greatest(statement_timestamp(), updated_at + interval '1 millisecond')
      where company_id = $1 and id = $2`,
    'now()': 'update customer set updated_at = greatest(now(), updated_at) where company_id = $1 and id = $2',
    current_timestamp:
      'update customer set updated_at = greatest(current_timestamp, updated_at) where company_id = $1',
    'a multiplied interval': `update webhook_delivery as d set due_at = $2::timestamptz + r.retry * interval '1 second'
      from json_to_recordset($3::json) as r (id uuid, retry integer) where d.company_id = $1 and d.id = r.id`,
    'a time converted to text': 'update customer set notes = updated_at::text where company_id = $1',
    'a number appended to text': `update customer set notes = 'key:' || id where company_id = $1`,
    'text converted to a time': 'update customer set updated_at = notes::timestamptz where company_id = $1',
  },
  'immutable-of-column': {
    'arithmetic with a time and an interval': `update customer set notes = null where company_id = $1 and updated_at + interval '1 day' < now()`,
    'a comparison with a time without zone':
      'delete from customer where company_id = $1 and updated_at < $2::timestamp',
    'a comparison of a date with a time':
      'delete from customer where company_id = $1 and $2::date >= customer.created_at',
    'a function of a column': `delete from customer where company_id = $1 and to_char(updated_at, 'YYYY') = $2`,
  },
  'immutable-in-case': {
    'coalesce with now()':
      'update api_key set revoked_at = coalesce(revoked_at, now()) where company_id = $1 and id = $2',
    'now() in CASE': `update material set purchase_price_updated_at = case when $2 then now() end where company_id = $1`,
    'coalesce in a condition':
      'delete from customer where company_id = $1 and updated_at < coalesce($2, now())',
  },
  'immutable-on-conflict': {
    'now()': `insert into idempotency_key (company_id, key) values ($1, $2) on conflict (company_id, key)
      do update set created_at = now()`,
    'a condition on the existing row with an interval': `insert into idempotency_key (company_id, key) values ($1, $2) on conflict (company_id, key)
      do update set status = null where idempotency_key.created_at < excluded.created_at - interval '24 hours'`,
  },
  'immutable-in-returning': {
    'json_agg in an update': `update material set name = $2 where company_id = $1
      returning (select json_agg(site_id) from material_selling_price where company_id = $1)`,
    'now() in an insert': 'insert into customer (company_id, type) values ($1, $2) returning now()',
  },
  'nothing-volatile': {
    'clock_timestamp()': 'update customer set updated_at = clock_timestamp() where company_id = $1',
    'a random ID': 'update webhook_delivery set lease_token = gen_random_uuid() where company_id = $1',
    'clock_timestamp() in a condition':
      'delete from webhook_delivery where company_id = $1 and due_at < clock_timestamp()',
  },
  'one-company': {
    'an update by ID': 'update customer set notes = null where id = $1',
    'a deletion that only equates companies':
      'delete from roof using project where roof.company_id = project.company_id',
    'a lock by ID': 'select id from customer where id = $1 for no key update',
    'a lock in a subquery': `update customer set notes = null where company_id = $1 and id in (
      select id from customer where customer_number = $2 for update)`,
    'a join in a subquery': `select id from customer where company_id = $1 and exists (
      select from project join roof on roof.company_id = project.company_id and roof.project_id = project.id
      where project.company_id = customer.company_id)`,
    'a select by ID': 'select id from customer where id = $1',
    'a subquery with one table': `select id from customer where company_id = $1 and exists (
      select from project where project.customer_id = customer.id)`,
    'a correlated count': `select id, (select count(*) from project where customer_id = customer.id)
      from customer where company_id = $1`,
    'an arm of a union': 'select id from customer where company_id = $1 union all select id from project',
    'a top-level join': `select c.company_id from customer as c join project as p
      on p.company_id = c.company_id and p.customer_id = c.id`,
    'a lock on a queue': 'select id from webhook_delivery where id = $1 for update',
    'a deletion that restricts only one of two tables': `delete from roof using project where roof.company_id = $1 and roof.project_id = project.id`,
    'two companies': 'delete from roof where company_id = $1 or company_id = $2',
  },
  'from-in-subquery': {
    'a lateral subquery': `select e.id from webhook_endpoint as e
      cross join lateral (select e.state = 'active' as open) as gate where e.company_id = $1`,
    'a lateral subquery with constants':
      'select e.id from webhook_endpoint as e cross join lateral (select $1::text as x) as y',
    'a correlated subquery': 'select (select lower(customer.email)) from customer where company_id = $1',
  },
  'searched-case': {
    'CASE with an operand': `select case state when 'active' then 1 else 0 end from webhook_endpoint where company_id = $1`,
  },
};

describe.each(Object.entries(rejected))('%s rejects', (rule, statements) => {
  test.each(Object.entries(statements))('%s', (_what, statement) => {
    expect(lint(statement)).toContain(rule);
  });
});

test('describes every rule', () => {
  expect(Object.keys(rules).sort()).toEqual(Object.keys(rejected).sort());
});

const accepted = {
  'a time as a parameter':
    'update customer set updated_at = $2, notes = lower(notes) where company_id = $1 and id = $3',
  'now() in an expression without columns':
    'update api_key set last_used_at = now() where company_id = $1 and id = $2',
  'rows older than an interval': `delete from webhook_event where company_id = $1 and created_at < now() - $2 * interval '1 day'`,
  'coalesce and CASE with columns only': `update material set supplier = coalesce(g.supplier, material.supplier),
    name = case when g.name is null then material.name else g.name end
    from unnest($2::bigint[], $3::text[], $4::text[]) as g (id, supplier, name) where material.company_id = $1 and material.id = g.id`,
  'an upsert of the new row': `insert into idempotency_key (company_id, key) values ($1, $2) on conflict (company_id, key)
    do update set created_at = excluded.created_at
    where idempotency_key.created_at at time zone 'UTC' < excluded.created_at at time zone 'UTC' - interval '24 hours'`,
  'set_config in RETURNING with rows from a query': `insert into idempotency_key (company_id, key) select $1, $2
    returning set_config('lock_timeout', null, true)`,
  'new values from functions': 'insert into customer (company_id, type, created_at) values ($1, $2, now())',
  'clock_timestamp() around a locking subquery': `select clock_timestamp() as clock from (
    select id from customer where customer.company_id = $1 and id = $2 for no key update) as locked`,
  'a lock on tables with equated companies': `select p.id from project as p join customer as c on c.company_id = p.company_id
    where p.company_id = $1 for no key update of p`,
  'the rows of a common table expression': `with gone as (delete from roof where company_id = $1 returning *)
    select gone.id from gone join project on project.company_id = $1 and project.id = gone.project_id for share of project`,
  'a correlated count': `select id, (select count(*) from project where project.company_id = $1 and customer_id = customer.id)
    from customer where company_id = $1`,
  'a subquery with parameters only':
    'insert into webhook_event (company_id, id) select $1::bigint, new.id from (select $2::uuid as id) as new',
  'concatenated texts and arrays': `update customer set notes = notes || 'x' || $2, tags = tags || $3 where company_id = $1`,
  'a comparison with a time': 'delete from customer where company_id = $1 and updated_at < $2::timestamptz',
  'a read of all queues': `select e.company_id from webhook_endpoint as e join webhook_delivery as d
    on d.company_id = e.company_id and d.endpoint_id = e.id`,
  'a subquery with one table that takes the company from the outer query': `select id from customer where company_id = $1 and exists (
    select from project where project.company_id = customer.company_id and project.customer_id = customer.id)`,
  'a table without company': 'select applied_at from schema_migration where name = $1',
  'a transaction': 'begin isolation level repeatable read read only',
};

test.each(Object.entries(accepted))('accepts %s', (_what, statement) => {
  expect(lint(statement)).toEqual([]);
});
