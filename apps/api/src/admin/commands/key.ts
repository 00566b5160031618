import type { Scope } from '@pv-planning/contract';
import type { Command } from 'commander';
import type { Run } from '../answer.ts';
import { table } from '../table.ts';
import { nameText, scopeList } from './arguments.ts';

export function addKeyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('API keys: who may call the API, and what for.');

  key
    .command('create')
    .description('Make an API key. It is shown once.')
    .requiredOption('--company <id>', 'the company whose data it opens')
    .requiredOption('--name <name>', 'who uses it', nameText)
    .requiredOption('--scopes <list>', "what it may do: scopes with commas, or '*' for everything", scopeList)
    .addHelpText(
      'after',
      `
A write scope includes reading.

Examples:
  npm run admin -- key create --company 1 --name "CRM" --scopes '*'
  npm run admin -- key create --company 1 --name "Statistics" --scopes read:projects,read:company`,
    )
    .action(({ company, name, scopes }: { company: string; name: string; scopes: (Scope | '*')[] }) =>
      run(async ({ administration }) => {
        const created = await administration.createKey({ companyId: company, name, grant: scopes });
        const text = [
          `API key ${created.id} "${name}" of company ${company} may use: ${created.scopes.join(', ')}`,
          'Keep it now, it is shown this once:',
          created.key,
        ];
        return { json: created, text: text.join('\n') };
      }),
    );

  key
    .command('list')
    .description("Show a company's API keys, each by its beginning.")
    .requiredOption('--company <id>', 'the company')
    .action(({ company }: { company: string }) =>
      run(async ({ administration }) => {
        const keys = await administration.listKeys(company);
        const text = table(keys, {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          KEY: ({ prefix }) => `${prefix}…`,
          SCOPES: ({ scopes }) => scopes.join(','),
          CREATED: ({ createdAt }) => createdAt,
          'LAST USED': ({ lastUsedAt }) => lastUsedAt,
          REVOKED: ({ revokedAt }) => revokedAt,
        });
        return { json: keys, text };
      }),
    );

  key
    .command('revoke')
    .description('End an API key for good. Within 5 seconds it is refused everywhere.')
    .argument('<id>', 'the id of the key, as "key list" shows it')
    .option('--company <id>', 'refuse unless it is a key of this company')
    .addHelpText('after', '\nExample:\n  npm run admin -- key revoke 7')
    .action((id: string, { company }: { company?: string }) =>
      run(async ({ administration }) => {
        const revoked = await administration.revokeKey({ id, ...(company && { companyId: company }) });
        const text = `API key ${id} "${revoked.name}" of company ${revoked.companyId} is revoked.`;
        return { json: revoked, text };
      }),
    );
}
