import { Command } from 'commander';
import type { Run } from './command-output.ts';
import { addCompanyCommands } from './commands/company.ts';
import { addDeliveryCommands } from './commands/delivery.ts';
import { addKeyCommands } from './commands/key.ts';
import { addMemberCommands } from './commands/member.ts';
import { addSiteCommands } from './commands/site.ts';
import { addWebhookCommands } from './commands/webhook.ts';

type Write = (text: string) => void;

const help = `
It uses the same data as a server with the same DATA_DIR or DATABASE_URL, SECRET_KEY and
WEBHOOK_ALLOW_TARGETS. The server may be running or not.

A first company with a key and a receiver:
  npm run admin -- company create --name "Sonnendach Musterstadt GmbH"
  npm run admin -- key create --company 1 --name "CRM" --scopes '*'
  npm run admin -- webhook create --company 1 --url https://crm.example/webhooks --events '*'

For programs, exactly one JSON value on stdout:
  npm run --silent admin -- company list --json

Exit codes: 0 done, 1 refused, 2 invalid command line.
With --json, a failure is {"error", "message"} on stderr.`;

/**
 * All commands. `parseAsync` throws commander's errors and the commands' errors.
 *
 * @param output receives help; the caller prints errors
 */
export function adminProgram(run: Run, output: { writeOut: Write; writeErr: Write }): Command {
  const program = new Command('npm run admin --')
    .description('Manages companies, API keys, members, sites and webhooks.')
    .option('--json', 'print one JSON value instead of text')
    .addHelpText('after', help)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ ...output, outputError: () => {} })
    .exitOverride();
  addCompanyCommands(program, run);
  addKeyCommands(program, run);
  addMemberCommands(program, run);
  addSiteCommands(program, run);
  addWebhookCommands(program, run);
  addDeliveryCommands(program, run);
  return program;
}
