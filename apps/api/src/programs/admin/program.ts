import { Command } from 'commander';
import type { Run } from './command-output.ts';
import { addAbsenceCommands } from './commands/absence.ts';
import { addBookingCommands } from './commands/booking.ts';
import { addBookingTypeCommands } from './commands/booking-type.ts';
import { addCompanyCommands } from './commands/company.ts';
import { addContractorCommands } from './commands/grid-connection/contractor.ts';
import { addGridOperatorCommands } from './commands/grid-connection/grid-operator.ts';
import { addKeyCommands } from './commands/key.ts';
import { addLinkCommands } from './commands/link.ts';
import { addMailCommands } from './commands/mail.ts';
import { addMemberCommands } from './commands/member.ts';
import { addPaymentCommands } from './commands/payment.ts';
import { addScheduleCommands } from './commands/schedule.ts';
import { addSiteCommands } from './commands/site.ts';
import { addDeliveryCommands } from './commands/webhooks/delivery.ts';
import { addWebhookCommands } from './commands/webhooks/webhook.ts';
import type { ReadInput } from './read-input.ts';

type Write = (text: string) => void;

const help = `
Set DATA_DIR or DATABASE_URL, SECRET_KEY, SECRET_KEY_FORMER, WEBHOOK_ALLOW_TARGETS, PUBLIC_URL, STRIPE_URL, SMTP_URL and MAIL_FROM as
for the server, which does not have to be running.

To set up a company with a key and a webhook:
  npm run admin -- company create --name "Sonnendach Musterstadt GmbH"
  npm run admin -- company update 1 --file company.json --logo logo.png
  npm run admin -- key create --company 1 --name "CRM" --scopes '*'
  npm run admin -- webhook create --company 1 --url https://crm.example/webhooks --events '*'

For scripts, --json prints exactly one JSON value to stdout:
  npm run --silent admin -- company list --json

Exit codes: 0 success, 1 failure, 2 invalid command line.
With --json, errors are printed to stderr as {"error", "message"}.`;

/**
 * Defines all commands. `parseAsync` throws the errors of commander and of the commands, which the caller must print.
 *
 * @param output receives help
 */
export function adminProgram(
  run: Run,
  readInput: ReadInput,
  output: { writeOut: Write; writeErr: Write },
): Command {
  const program = new Command('npm run admin --')
    .description(
      'Manages companies, API keys, members, sites, booking types, appointments, payments, grid operators, links to offers, mails and webhooks.',
    )
    .option('--json', 'print one JSON value instead of text')
    .addHelpText('after', help)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ ...output, outputError: () => {} })
    .exitOverride();
  addCompanyCommands(program, run, readInput);
  addKeyCommands(program, run);
  addMemberCommands(program, run, readInput);
  addSiteCommands(program, run, readInput);
  addBookingTypeCommands(program, run, readInput);
  addScheduleCommands(program, run, readInput);
  addAbsenceCommands(program, run, readInput);
  addBookingCommands(program, run);
  addPaymentCommands(program, run, readInput);
  addGridOperatorCommands(program, run, readInput);
  addContractorCommands(program, run, readInput);
  addLinkCommands(program, run);
  addMailCommands(program, run);
  addWebhookCommands(program, run);
  addDeliveryCommands(program, run);
  return program;
}
