import type { Scope } from '@pv-planning/contract';
import type { Command } from 'commander';
import type { Run } from '../command-output.ts';
import { table } from '../table.ts';
import { nameText, scopeList } from './arguments.ts';

export function addKeyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('API keys and their scopes.');

  key
    .command('create')
    .description('Create an API key. It is shown once.')
    .requiredOption('--company <id>', 'company whose data the key can access')
    .requiredOption('--name <name>', 'name of the key, for example the system that uses it', nameText)
    .requiredOption('--scopes <list>', "scopes separated by commas, or '*' for all", scopeList)
    .addHelpText(
      'after',
      `
A write scope includes the read scope.

Examples:
  npm run admin -- key create --company 1 --name "CRM" --scopes '*'
  npm run admin -- key create --company 1 --name "Statistics" --scopes read:projects,read:company`,
    )
    .action(({ company, name, scopes }: { company: string; name: string; scopes: (Scope | '*')[] }) =>
      run(async ({ administration }) => {
        const created = await administration.createKey({ companyId: company, name, grant: scopes });
        const text = [
          `Created API key ${created.id} "${name}" of company ${company} with scopes ${created.scopes.join(', ')}`,
          'Key (shown only once):',
          created.key,
        ];
        return { json: created, text: text.join('\n') };
      }),
    );

  key
    .command('list')
    .description(
      "List a company's API keys with their prefixes. Those made with the key before SECRET_KEY end when SECRET_KEY_FORMER is no longer set, those made with an earlier one have ended.",
    )
    .requiredOption('--company <id>', 'id of the company')
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
          'SECRET KEY': ({ secretKey }) => (secretKey === 'present' ? null : secretKey),
        });
        return { json: keys, text };
      }),
    );

  key
    .command('revoke')
    .description('Revoke an API key permanently. All servers reject it within 5 seconds.')
    .argument('<id>', 'id of the key, see "key list"')
    .option('--company <id>', 'fail unless the key belongs to this company')
    .addHelpText('after', '\nExample:\n  npm run admin -- key revoke 7')
    .action((id: string, { company }: { company?: string }) =>
      run(async ({ administration }) => {
        const revoked = await administration.revokeKey({ id, ...(company && { companyId: company }) });
        const text = `API key ${id} "${revoked.name}" of company ${revoked.companyId} is revoked.`;
        return { json: revoked, text };
      }),
    );
}
