import type { Command } from 'commander';
import type { Run } from '../command-output.ts';
import type { ReadInput } from '../read-input.ts';
import { table } from '../table.ts';
import { nameText } from './arguments.ts';
import { fileHelp, fileOption, readRecordFile } from './record-file.ts';

export function addSiteCommands(program: Command, run: Run, readInput: ReadInput): void {
  const site = program.command('site').description('Sites (Standorte) of a company.');

  site
    .command('create')
    .description('Add a site.')
    .requiredOption('--company <id>', 'id of the company')
    .requiredOption('--name <name>', 'name of the site', nameText)
    .option('--default', 'make it the default site, replacing the current one', false)
    .addHelpText(
      'after',
      '\nExample:\n  npm run admin -- site create --company 1 --name Musterstadt --default',
    )
    .action((options: { company: string; name: string; default: boolean }) =>
      run(async ({ administration }) => {
        const { company, name, default: isDefault } = options;
        const created = await administration.createSite({ companyId: company, name, isDefault });
        const role = isDefault ? 'the default site' : 'a site';
        return { json: created, text: `Site ${created.id} "${name}" is ${role} of company ${company}.` };
      }),
    );

  site
    .command('update')
    .description('Change a site.')
    .argument('<id>', 'id of the site, see "site list"')
    .requiredOption(...fileOption)
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `${fileHelp}
Example:
  echo '{"isDefault":true}' | npm run admin -- site update 11 --company 1 --file -`,
    )
    .action(async (id: string, { file, company }: { file: string; company: string }) => {
      const patch = await readRecordFile(readInput, file, 'Site');
      return run(async ({ administration }) => {
        const updated = await administration.updateSite({ companyId: company, id }, patch);
        return { json: updated, text: `Updated site ${id} "${updated.name}".` };
      });
    });

  site
    .command('list')
    .description("List a company's sites.")
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company }: { company: string }) =>
      run(async ({ administration }) => {
        const sites = await administration.listSites(company);
        const text = table(sites, {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          DEFAULT: ({ isDefault }) => (isDefault ? 'yes' : 'no'),
          ACTIVE: ({ active }) => (active ? 'yes' : 'no'),
        });
        return { json: sites, text };
      }),
    );
}
