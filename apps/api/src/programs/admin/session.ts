import { access } from 'node:fs/promises';
import { composeMail, createMailer, mailAddress, testMail } from '@pv-planning/mail';
import {
  createDeliveries,
  createDispatcherNotifier,
  createEndpoints,
  createOutbox,
  type Deliveries,
  type Endpoints,
  notifyDispatchers,
} from '@pv-planning/webhook-delivery';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import {
  type AppointmentAdministration,
  appointmentAdministration,
} from '../../appointments/appointment-administration.ts';
import { type Administration, administration } from '../../company/administration.ts';
import { apiKeys } from '../../company/authentication/api-key.ts';
import { type CompanyTexts, setCompanyTexts, type TextsVersion } from '../../company/texts/company-texts.ts';
import type { CompanyCaller } from '../../kernel/company-caller.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { createLinks } from '../../kernel/links/links.ts';
import { type MailAdministration, mailAdministration } from '../../kernel/mails/mail-administration.ts';
import { mailContents } from '../../kernel/mails/mail-contents.ts';
import { paymentAccounts } from '../../kernel/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../../kernel/payment-accounts/stripe-clients.ts';
import { publicUrlOf } from '../../kernel/settings/public-url.ts';
import { readSettings, type Settings, SettingsError } from '../../kernel/settings/settings.ts';
import { providerUrl } from '../../kernel/settings/stand-in-address.ts';
import { databaseTransactions } from '../../kernel/transactions/database-transactions.ts';
import { responseBoxOf } from '../../kernel/transactions/response-box.ts';
import { type PaymentAdministration, paymentAdministration } from '../../payments/payment-administration.ts';
import { type SalesAdministration, salesAdministration } from '../../sales/sales-administration.ts';
import { openConfiguredDatabase } from '../../server/process/configured-database.ts';
import { loadSecretKeys } from '../../server/process/secret-key.ts';

/** The services that a command can use. */
export interface Session {
  administration: Administration;
  setCompanyTexts(companyId: string, texts: CompanyTexts): Promise<TextsVersion>;
  appointments: AppointmentAdministration;
  payments: PaymentAdministration;
  sales: SalesAdministration;
  endpoints: Endpoints;
  deliveries: Deliveries;
  mails: MailAdministration;
  /** Sends a message at once. Throws if the server does not accept it, or if no server is set. */
  sendTestMail(to: string): Promise<void>;
  /** Notifies running servers. Call it after a change that queues deliveries without events. */
  wakeDispatchers(companyId: string): Promise<void>;
}

/**
 * Requires that the data directory exists. Only a server may create it: with a wrong path, a command would otherwise create and use
 * an empty database.
 *
 * @throws {SettingsError} if the data directory does not exist
 */
async function requireData({ databaseUrl, dataDir }: Settings): Promise<void> {
  if (databaseUrl !== undefined) return;
  await access(dataDir).catch((error: unknown) => {
    const message = `There is no data directory ${dataDir}. Set DATA_DIR to the server's data directory, or start the server first.`;
    throw new SettingsError(message, { cause: error });
  });
}

async function sendTestMail({ mail }: Settings, to: string): Promise<void> {
  if (!mail) throw new SettingsError('SMTP_URL is not set, so mails are held.');
  const from = mailAddress(mail.from);
  const mailer = createMailer({ server: mail.server, from });
  const message = composeMail(testMail(), {
    from: 'PV Planning Service',
    to: { address: to, name: '' },
    replyTo: null,
  });
  try {
    await mailer.send(message, { id: uuidv7(), createdAt: new Date().toISOString() });
  } finally {
    mailer.close();
  }
}

/** The caller of transactions of a command. */
function operator(companyId: string): CompanyCaller {
  const owner = 'command';
  return {
    tenant: companyId,
    owner,
    rateLimitKey: owner,
    logFields: { companyId },
    hasScope: () => false,
    actor: { kind: 'system', id: owner },
  };
}

/** Opens the database that a server with this environment uses, even while the server is running. Closes it after `work`. */
export async function inSession(
  environment: NodeJS.ProcessEnv,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const settings = readSettings(environment);
  await requireData(settings);
  // Logs nothing: errors are printed when the command fails.
  const logger = pino({ enabled: false });
  const database = await openConfiguredDatabase(settings, logger);
  const { kysely } = database;
  const notifier = createDispatcherNotifier({ kysely, logger });
  try {
    const secretKeys = await loadSecretKeys(settings, kysely);
    // Not HOST and PORT: those of the server may differ from the ones here.
    const links = createLinks(secretKeys, () => settings.publicUrl);
    const accounts = paymentAccounts(secretKeys, stripeClients(await providerUrl(settings)), settings);
    const contents = mailContents(secretKeys);
    const transactions = databaseTransactions({
      database,
      links,
      paymentAccounts: accounts,
      responseBox: responseBoxOf(secretKeys),
      mailContents: contents,
      mailSender: settings.mail?.from,
      outbox: (companyId) => createOutbox({ companyId, wake: notifier.wake }),
    });
    const inTransaction = <T>(companyId: string, inCompany: (context: Context) => Promise<T>) =>
      transactions.write(operator(companyId), inCompany);
    await work({
      administration: administration(kysely, apiKeys(secretKeys)),
      setCompanyTexts: (companyId, texts) => setCompanyTexts(kysely, companyId, texts),
      appointments: appointmentAdministration({
        ...{ kysely, database, links },
        service: {
          links: { isPublic: () => publicUrlOf(settings, "the server's own") !== undefined },
          paymentAccounts: accounts,
        },
      }),
      payments: paymentAdministration({
        ...{ kysely, accounts, inTransaction },
        publicUrl: settings.publicUrl,
      }),
      sales: salesAdministration({ kysely, database, links }),
      endpoints: createEndpoints({ kysely, ...secretKeys, allowTargets: settings.webhookAllowTargets }),
      deliveries: createDeliveries({ kysely }),
      mails: mailAdministration(database, contents),
      sendTestMail: (to) => sendTestMail(settings, to),
      wakeDispatchers: (companyId) => notifyDispatchers(kysely, [companyId]),
    });
  } finally {
    await notifier.stop();
    await database.close();
  }
}
