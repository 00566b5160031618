import { type Command, Option } from 'commander';
import { AdministrationError } from '../../../company/administration-error.ts';
import type { StoredMail } from '../../../kernel/mails/mail-administration.ts';
import type { Run } from '../command-output.ts';
import { table } from '../table.ts';
import { emailAddress, wholeNumber } from './arguments.ts';

interface ListOptions {
  company: string;
  status?: string;
  limit: number;
}

const statuses = ['queued', 'sent', 'failed', 'held', 'skipped'];

function listing(mails: readonly StoredMail[]): string {
  return table(mails, {
    ID: ({ id }) => id,
    CREATED: ({ createdAt }) => createdAt,
    STATUS: ({ status }) => status,
    TO: ({ to }) => to,
    SUBJECT: ({ subject }) => subject,
    ATTEMPTS: ({ attempts }) => String(attempts),
    DUE: ({ dueAt }) => dueAt,
    ERROR: ({ lastError }) => lastError,
  });
}

export function addMailCommands(program: Command, run: Run): void {
  const mail = program.command('mail').description('Mails to customers and to the team.');

  mail
    .command('list')
    .description('List the mails of the last 30 days, newest first.')
    .requiredOption('--company <id>', 'id of the company')
    .addOption(new Option('--status <status>', 'only mails with this status').choices(statuses))
    .option('--limit <count>', 'maximum number', wholeNumber(1, 1000), 50)
    .addHelpText(
      'after',
      `
Without SMTP_URL, mails are held. When it is set, those of the last 24 hours are sent and older ones are skipped.

Example:
  npm run admin -- mail list --company 1 --status failed`,
    )
    .action(({ company, status, limit }: ListOptions) =>
      run(async ({ administration, mails }) => {
        const companyId = await administration.requireCompany(company);
        const list = await mails.listMails({ companyId, status, limit });
        return { json: list, text: list.length > 0 ? listing(list) : 'No mails found.' };
      }),
    );

  mail
    .command('show')
    .description('Show the text of a mail.')
    .argument('<id>', 'id of the mail, see "mail list"')
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      '\nExample:\n  npm run admin -- mail show 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6d --company 1',
    )
    .action((id: string, { company }: { company: string }) =>
      run(async ({ administration, mails }) => {
        const companyId = await administration.requireCompany(company);
        const found = await mails.findMail({ companyId, id });
        if (!found)
          throw new AdministrationError('mail_not_found', `Company ${companyId} has no mail ${id}.`);
        const { to, subject, status, lastError, text } = found;
        const lines = [`To: ${to ?? '–'}`, `Subject: ${subject ?? '–'}`, `Status: ${status}`];
        if (lastError !== null) lines.push(`Error: ${lastError}`);
        return {
          json: found,
          text: `${lines.join('\n')}\n\n${text ?? 'No mail could be composed.'}`.trimEnd(),
        };
      }),
    );

  mail
    .command('test')
    .description('Send a test message, to check SMTP_URL and MAIL_FROM.')
    .requiredOption('--to <address>', 'recipient', emailAddress)
    .addHelpText(
      'after',
      '\nExample:\n  SMTP_URL=smtp://user:password@mail.example MAIL_FROM=offers@solar.example npm run admin -- mail test --to you@solar.example',
    )
    .action(({ to }: { to: string }) =>
      run(async ({ sendTestMail }) => {
        await sendTestMail(to);
        return { json: { to }, text: `The server has accepted a test message to ${to}.` };
      }),
    );
}
