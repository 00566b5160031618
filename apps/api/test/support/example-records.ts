import type { Company, Member } from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { namedExample } from './contract-document.ts';
import type { ExampleRecord, Resource } from './resource.ts';
import { exampleRecordsOf, referencedResource, resourceAt, resources } from './resources.ts';

/** Returns the field names of a value and of its parts. */
function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(fieldsIn)];
}

/** Returns all resources, each after those that it references. */
function inOrder(): readonly Resource[] {
  const ordered = new Set<Resource>();
  const visited = new Set<Resource>();
  const visit = (resource: Resource) => {
    if (visited.has(resource)) return;
    visited.add(resource);
    for (const field of new Set(fieldsIn(exampleRecordsOf(resource)))) {
      const named = referencedResource(field);
      const { combines = named ? [named.path] : [] } = named ?? {};
      for (const path of combines) visit(resourceAt(path));
    }
    ordered.add(resource);
  };
  for (const resource of resources) visit(resource);
  return [...ordered];
}

const ordered = inOrder();

const ids = new Set(resources.flatMap((resource) => idsIn(exampleRecordsOf(resource))));

/** Replaces all ids of example records in a value with other ids, for a copy of the company. */
export function withOtherIds<Value>(value: Value): Value {
  const replaced = (part: unknown): unknown => {
    if (typeof part === 'string') return ids.has(part) ? otherId(part) : part;
    if (Array.isArray(part)) return part.map(replaced);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, replaced(member)]));
  };
  return replaced(value) as Value;
}

function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'id' in value && typeof value.id === 'string' ? [value.id] : [];
  return [...own, ...Object.values(value).flatMap(idsIn)];
}

/** Returns an id of the same format: a number or a UUID. */
const otherId = (id: string) => id.replace(/^0|^(?=[1-9])/, '7');

/** Stores the example records for an existing company. */
export async function storeExampleRecords(
  kysely: Kysely<Tables>,
  companyId: string,
  changed: (record: ExampleRecord) => ExampleRecord = (record) => record,
): Promise<void> {
  for (const resource of ordered)
    for (const record of exampleRecordsOf(resource))
      await resource.store?.(kysely, companyId, changed(record) as never);
  await storeExampleHours(kysely, companyId, changed);
  // New offers and requests get numbers far from those of the example records.
  await sql`
    insert into record_counter (company_id, kind, year, last_number)
    select ${companyId}, kind, extract(year from now() at time zone 'Europe/Berlin'), 50000
    from unnest(array['AN', 'AF']) kind
  `.execute(kysely);
}

/** Stores the working hours of the example of slots: Mondays from 9 to 11, and of one of the members only from 10 to 11. */
async function storeExampleHours(
  kysely: Kysely<Tables>,
  companyId: string,
  changed: (record: ExampleRecord) => ExampleRecord,
): Promise<void> {
  const { id: memberId } = changed(namedExample<Member>('MemberAdmin'));
  for (const [hours, starts] of [
    [{ companyId }, '09:00'],
    [{ companyId, memberId }, '10:00'],
  ] as const) {
    const added = kysely.insertInto('schedule').values(hours).returning('id as scheduleId');
    const { scheduleId } = await added.executeTakeFirstOrThrow();
    await kysely
      .insertInto('scheduleRule')
      .values({ companyId, scheduleId, weekday: 1, starts, ends: '11:00' })
      .execute();
  }
}

/**
 * Stores the company of the contract's examples under the same ids, so that every example is a valid request or the exact
 * response.
 */
export async function storeExampleCompany(kysely: Kysely<Tables>): Promise<{ companyId: string }> {
  const { id: companyId, currency: _, timeZone: __, ...company } = namedExample<Company>('Company');
  await kysely
    .insertInto('company')
    .values({ companyId, ...company })
    .execute();
  await storeExampleRecords(kysely, companyId);
  // From now on, the database assigns ids far from those of the example records.
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, 100000)
    from pg_sequences where schemaname = 'public'
  `.execute(kysely);
  return { companyId };
}
