import type { Command } from 'commander';
import type { PaymentAccountSummary } from '../../../payments/payment-administration.ts';
import type { CommandOutput, Run } from '../command-output.ts';
import type { ReadInput } from '../read-input.ts';
import { readJsonFile } from './record-file.ts';

const problems = {
  no_webhook_secret: 'Not ready: the webhook is not set up.',
  test_key:
    'Not ready: in production, the key must start with rk_live_. Remove the account and set another one.',
  key_refused: 'Not ready: Stripe has refused the key.',
  removed: 'Removed: it takes no payments. What was paid can be refunded for 180 days.',
} as const;

function shown(account: PaymentAccountSummary): CommandOutput {
  const { companyId, apiKey, mode, problem, refusal, webhookUrl, webhookPath } = account;
  const webhook = webhookUrl ?? `${webhookPath}, below PUBLIC_URL, which is not set`;
  const text = [
    `Company ${companyId} is paid through the Stripe account with the key ${apiKey}${mode === 'test' ? ', in test mode' : ''}.`,
    problem === null ? 'Ready: customers can pay.' : problems[problem],
    ...(refusal === null ? [] : [`Stripe said: ${refusal}`]),
    ...(account.removedAt === null ? [`Webhook: ${webhook}`] : []),
    ...(account.previousWebhookSecretUntil === null
      ? []
      : [`The previous secret of the webhook is valid until ${account.previousWebhookSecretUntil}.`]),
  ];
  return { json: account, text: text.join('\n') };
}

export function addPaymentCommands(program: Command, run: Run, readInput: ReadInput): void {
  const payment = program.command('payment').description('Accounts at Stripe, to which customers pay.');

  payment
    .command('set')
    .description("Set a company's account at Stripe, or replace its key or the secret of its webhook.")
    .requiredOption('--company <id>', 'id of the company')
    .requiredOption('--file <file>', 'JSON with apiKey, webhookSecret or both; - reads standard input')
    .addHelpText(
      'after',
      `
1. In Stripe, create a restricted key: write access to Checkout Sessions, Refunds and Tax Rates, read access to Payment Intents
   and Charges. Set it; the command tries it and prints the address of the webhook.
2. In Stripe, create a webhook endpoint with this address and the events checkout.session.*, refund.*, charge.refunded,
   charge.dispute.created and charge.dispute.closed. Set its signing secret.
After a new signing secret, the previous one is accepted for 24 hours.

Examples:
  echo '{"apiKey":"rk_live_…"}' | npm run admin -- payment set --company 1 --file -
  echo '{"webhookSecret":"whsec_…"}' | npm run admin -- payment set --company 1 --file -`,
    )
    .action(async ({ company, file }: { company: string; file: string }) => {
      const content = await readJsonFile(readInput, file);
      return run(async ({ payments }) =>
        shown(await payments.setPaymentAccount(company, payments.checkSecrets(content))),
      );
    });

  payment
    .command('show')
    .description("Show a company's account at Stripe, and whether customers can pay.")
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company }: { company: string }) =>
      run(async ({ payments }) => {
        const account = await payments.findPaymentAccount(company);
        return account ? shown(account) : { json: null, text: `Company ${company} takes no payments.` };
      }),
    );

  payment
    .command('remove')
    .description('End payments to an account. Its key is kept for refunds, and deleted after 180 days.')
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company }: { company: string }) =>
      run(async ({ payments }) => shown(await payments.removePaymentAccount(company))),
    );
}
