import type { MemberRole } from '@pv-planning/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { commaList } from '../../../kernel/settings/comma-list.ts';
import type { Run } from '../command-output.ts';
import type { ReadInput } from '../read-input.ts';
import { table } from '../table.ts';
import { emailAddress, memberRoles, nameText } from './arguments.ts';
import { fileHelp, fileOption, readRecordFile } from './record-file.ts';

interface MemberOptions {
  company: string;
  firstName: string;
  lastName: string;
  email: string;
  role: MemberRole;
  sites: string[];
}

interface UpdateOptions {
  file?: string;
  active?: 'yes' | 'no';
  company: string;
}

export function addMemberCommands(program: Command, run: Run, readInput: ReadInput): void {
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
    .command('update')
    .description('Change a team member. Inactive members stay on their projects and appointments.')
    .argument('<id>', 'id of the member, see "member list"')
    .option(...fileOption)
    .addOption(
      new Option('--active <answer>', 'whether the member is active; overrides the file').choices([
        'yes',
        'no',
      ]),
    )
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `${fileHelp}
Examples:
  npm run admin -- member update 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a --company 1 --active no
  npm run admin -- member update 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a --company 1 --file member.json`,
    )
    .action(async (id: string, { file, active, company }: UpdateOptions) => {
      if (file === undefined && active === undefined)
        throw new InvalidArgumentError('Nothing to change: specify --file or --active.');
      const patch = {
        ...(file !== undefined && (await readRecordFile(readInput, file, 'Member'))),
        ...(active !== undefined && { active: active === 'yes' }),
      };
      return run(async ({ administration, appointments }) => {
        const updated = await administration.updateMember({ companyId: company, id }, patch);
        const state = updated.active ? 'active' : 'inactive';
        const upcoming = updated.active ? 0 : await appointments.countUpcoming(company, updated.id);
        const kept =
          upcoming > 0 ? ` Upcoming appointments that another member should take: ${upcoming}.` : '';
        return { json: updated, text: `Updated member ${updated.id} (${updated.name}, ${state}).${kept}` };
      });
    });

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
