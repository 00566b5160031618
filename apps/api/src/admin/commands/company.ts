import type { Command } from 'commander';
import type { Run } from '../command-output.ts';
import { table } from '../table.ts';
import { nameText } from './arguments.ts';

export function addCompanyCommands(program: Command, run: Run): void {
  const company = program.command('company').description('Companies. Each has its own data and API keys.');

  company
    .command('create')
    .description('Add a company.')
    .requiredOption('--name <name>', 'name of the company', nameText)
    .addHelpText(
      'after',
      '\nExample:\n  npm run admin -- company create --name "Sonnendach Musterstadt GmbH"',
    )
    .action((options: { name: string }) =>
      run(async ({ administration }) => {
        const created = await administration.createCompany(options);
        return { json: created, text: `Created company ${created.id} "${options.name}".` };
      }),
    );

  company
    .command('list')
    .description('List all companies.')
    .action(() =>
      run(async ({ administration }) => {
        const companies = await administration.listCompanies();
        const text = table(companies, {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          CREATED: ({ createdAt }) => createdAt,
        });
        return { json: companies, text };
      }),
    );
}
