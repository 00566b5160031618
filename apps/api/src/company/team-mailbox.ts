import type { CompanyQueries } from '@pv-planning/database';

interface Mailbox {
  address: string;
  name: string;
}

/** Returns where mails to the team go: to the planner if there is an active one, else to the company; null if it has no address. */
export async function teamMailbox(
  db: CompanyQueries,
  plannerId: string | null,
  company: { name: string; email: string | null },
): Promise<Mailbox | null> {
  const planner =
    plannerId === null
      ? undefined
      : await db
          .selectFrom('member')
          .select(['firstName', 'lastName', 'email'])
          .where('id', '=', plannerId)
          .where('active', '=', true)
          .executeTakeFirst();
  if (planner) return { address: planner.email, name: `${planner.firstName} ${planner.lastName}` };
  return company.email === null ? null : { address: company.email, name: company.name };
}
