import type { Command } from 'commander';
import type { Run } from '../command-output.ts';
import { table } from '../table.ts';
import { nameText } from './arguments.ts';

export function addSiteCommands(program: Command, run: Run): void {
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
