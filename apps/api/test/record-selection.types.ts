// Checked only by the compiler: records are read with all fields of their schemas, and no others.
import { sql } from 'kysely';
import { recordSelection } from '../src/kernel/records/record-selection.ts';
import { recordTable } from '../src/kernel/records/record-table.ts';

const count = () => sql<number>`0`;

const customers = recordSelection('customer', 'Customer', { projectCount: count, offerCount: count });

// @ts-expect-error: no column holds the count
recordSelection('customer', 'Customer', {});

// @ts-expect-error: the schema has no such field
recordSelection('service', 'Service', { rating: count });

// @ts-expect-error: the count is a number
recordSelection('customer', 'Customer', { offerCount: count, projectCount: () => sql<string>`''` });

// @ts-expect-error: a site has no count of projects
recordSelection('site', 'Site', { projectCount: count });

/** The fields that a member has and a customer does not. */
const ofMember = {
  name: () => sql<string>`''`,
  role: () => sql<'PLANNER'>`'PLANNER'`,
  active: () => sql<boolean>`true`,
  siteIds: () => sql<string[]>`array[]::text[]`,
  avatarUrl: () => sql<null>`null`,
};
const text = () => sql<string>`''`;

recordSelection('customer', 'Member', { ...ofMember, firstName: text, lastName: text, email: text });

// @ts-expect-error: these three columns of a customer are nullable, the fields of a member are not
recordSelection('customer', 'Member', ofMember);

// @ts-expect-error: the table does not have these columns
recordSelection('service', 'Customer', { projectCount: count });

recordTable(customers, { projectCount: 0, offerCount: 0 });

// @ts-expect-error: the counts of a new customer are missing
recordTable(customers, {});
