import { makeDataDirectory, makeDirectory } from '@pv-planning/embedded-postgres';
import type { Account, StripeStandIn } from '@pv-planning/stripe-stand-in';
import { reasonOf } from '../../kernel/settings/reason.ts';
import { type Settings, SettingsError } from '../../kernel/settings/settings.ts';
import { standInDirectory, storeStandInAddress } from '../../kernel/settings/stand-in-address.ts';

/** A stand-in of the payment provider: customers of the demo company pay on its page, and no money moves. */
export interface PaymentStandIn {
  url: string;
  /**
   * Makes an account with a promotion code.
   *
   * @param webhookUrl receives the events of the account
   */
  createAccount(webhookUrl: string): Pick<Account, 'apiKey' | 'webhookSecret'>;
  /** Sends the events of all accounts to the current address of the service. */
  sendEventsTo(serviceUrl: string): void;
  close(): Promise<void>;
}

/** Next to the service, so that addresses of open checkouts stay the same after a restart. 0 for any. */
const portNextTo = (port: number) => (port === 0 || port === 65_535 ? 0 : port + 1);

async function start(settings: Pick<Settings, 'dataDir' | 'port'>): Promise<StripeStandIn> {
  // Loaded here only: production does not need it.
  const { startStripeStandIn } = await import('@pv-planning/stripe-stand-in');
  await makeDataDirectory(settings.dataDir);
  const directory = standInDirectory(settings);
  await makeDirectory(directory, 0o700);
  try {
    return await startStripeStandIn({ directory, port: portNextTo(settings.port) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startStripeStandIn({ directory });
  }
}

/** Starts the stand-in on a loopback address. Its state is in the data directory. */
export async function startPaymentStandIn(
  settings: Pick<Settings, 'dataDir' | 'port'>,
): Promise<PaymentStandIn> {
  const standIn = await start(settings).catch((error: unknown) => {
    const message = `The stand-in of the payment provider cannot be started: ${reasonOf(error)}. STRIPE_URL=https://api.stripe.com starts the service without it.`;
    throw new SettingsError(message, { cause: error });
  });
  const url = `http://${standIn.host}:${standIn.port}`;
  await storeStandInAddress(settings, url);
  return {
    url,
    createAccount(webhookUrl) {
      const account = standIn.createAccount({ webhookUrl });
      standIn.createPromotionCode(account, { code: 'SONNE10', percentOff: 10 });
      return account;
    },
    sendEventsTo(serviceUrl) {
      for (const account of standIn.accounts()) {
        if (account.webhookUrl === null) continue;
        const { pathname } = new URL(account.webhookUrl);
        standIn.setWebhookUrl(account, new URL(pathname, serviceUrl).href);
      }
    },
    close: () => standIn.close(),
  };
}
