import { type CompanyQueries, preparedQuery } from '@pv-planning/database';

export interface TeamMailbox {
  address: string;
  name: string;
  isPlanners: boolean;
}

const activeMember = preparedQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('member')
    .select(['firstName', 'lastName', 'email'])
    .where('id', '=', id)
    .where('active', '=', true),
);

/** Returns the recipient of mails to the team: the planner if active, else the company; null if it has no address. */
export async function teamMailbox(
  db: CompanyQueries,
  plannerId: string | null,
  company: { name: string; email: string | null },
): Promise<TeamMailbox | null> {
  const [planner] = plannerId === null ? [] : await activeMember(db, { id: plannerId });
  if (planner)
    return { address: planner.email, name: `${planner.firstName} ${planner.lastName}`, isPlanners: true };
  return company.email === null ? null : { address: company.email, name: company.name, isPlanners: false };
}
