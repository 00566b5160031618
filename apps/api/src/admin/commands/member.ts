import type { MemberRole } from '@pv-planning/contract';
import { type Command, Option } from 'commander';
import { commaList } from '../../settings/comma-list.ts';
import type { Run } from '../command-output.ts';
import { table } from '../table.ts';
import { emailAddress, memberRoles, nameText } from './arguments.ts';

interface MemberOptions {
  company: string;
  firstName: string;
  lastName: string;
  email: string;
  role: MemberRole;
  sites: string[];
}

export function addMemberCommands(program: Command, run: Run): void {
  const member = program.command('member').description('Team members of a company.');

  member
    .command('create')
    .description('Add a team member.')
    .requiredOption('--company <id>', 'id of the company')
    .requiredOption('--first-name <name>', 'first name', nameText)
    .requiredOption('--last-name <name>', 'last name', nameText)
    .requiredOption('--email <address>', 'e-mail address', emailAddress)
    .addOption(new Option('--role <role>', 'role of the member').choices(memberRoles).makeOptionMandatory())
    .option('--sites <ids>', "ids of the member's sites, separated by commas", commaList, [])
    .addHelpText(
      'after',
      `
Example:
  npm run admin -- member create --company 1 --first-name Lena --last-name Vogt \\
    --email lena.vogt@sonnendach.example --role PLANNER --sites 11,12`,
    )
    .action(({ company, sites, ...person }: MemberOptions) =>
      run(async ({ administration }) => {
        const created = await administration.createMember({ companyId: company, siteIds: sites, ...person });
        const text = `Created member ${created.id} (${person.firstName} ${person.lastName}) of company ${company}.`;
        return { json: created, text };
      }),
    );

  member
    .command('list')
    .description("List a company's team members.")
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company }: { company: string }) =>
      run(async ({ administration }) => {
        const members = await administration.listMembers(company);
        const text = table(members, {
          ID: ({ id }) => id,
          NAME: ({ firstName, lastName }) => `${firstName} ${lastName}`,
          'E-MAIL': ({ email }) => email,
          ROLE: ({ role }) => role,
          SITES: ({ siteIds }) => siteIds.join(',') || null,
          ACTIVE: ({ active }) => (active ? 'yes' : 'no'),
        });
        return { json: members, text };
      }),
    );
}
