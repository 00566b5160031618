import { once } from 'node:events';
import { type Role, readRole, UsageError } from '../kernel/settings/role.ts';
import { readSettings, type Settings, SettingsError } from '../kernel/settings/settings.ts';
import { serviceLog } from '../server/process/log.ts';
import { type Service, startService } from '../server/service.ts';
import { createDemoCompany, type DemoCompany } from './demo/demo-company.ts';
import { type PaymentStandIn, startPaymentStandIn } from './demo/payment-stand-in.ts';

/**
 * npm forwards a signal that the whole process group has already received. A second signal within this time is ignored as a
 * duplicate.
 */
const duplicateSignalMs = 1_000;

/** Returns a signal that aborts on SIGINT or SIGTERM. A second signal ends the process immediately. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  let stoppedAt = 0;
  const stop = () => {
    if (!controller.signal.aborted) {
      stoppedAt = performance.now();
      controller.abort();
    } else if (performance.now() - stoppedAt > duplicateSignalMs) process.exit(1);
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  return controller.signal;
}

function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  const isForOperator = error instanceof SettingsError || error instanceof UsageError;
  process.stderr.write(`${isForOperator ? message : ((error as Error).stack ?? message)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

function greeting(
  { url, metricsUrl, holdsMails }: Service,
  demo: DemoCompany | undefined,
  standIn: PaymentStandIn | undefined,
): string {
  const lines = url ? [`ready ${url}`, `reference: ${url}/docs/`] : ['ready: sending webhooks'];
  if (holdsMails) lines.push('mails are held, because SMTP_URL is not set');
  if (standIn) lines.push(`payments go to a stand-in of Stripe at ${standIn.url}, which moves no money`);
  if (metricsUrl) lines.push(`metrics: ${metricsUrl}/metrics`);
  if (demo) {
    lines.push(
      `demo company ${demo.companyId}, API key (shown once): ${demo.apiKey}`,
      `try: curl -s -H 'Authorization: Bearer ${demo.apiKey}' ${url}/v1/company`,
      `demo offer, as its customer sees it: ${demo.offerUrl}`,
      `what customers can book: ${url}/c/${demo.handle}`,
    );
  } else if (url) {
    lines.push(
      'companies: npm run admin -- company list',
      `a new API key: npm run admin -- key create --company ID --name "CRM" --scopes '*'`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** @returns undefined if the signal aborted the start */
async function start(settings: Settings, role: Role, signal: AbortSignal): Promise<Service | undefined> {
  try {
    return await startService(settings, serviceLog(settings), { role, signal });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Whether this process shows the demo: it serves the API, and not in production. */
const showsDemo = (settings: Settings, role: Role) => role !== 'dispatcher' && !settings.production;

/** Prints the ready line, then warms up. */
async function announce(
  service: Service,
  settings: Settings,
  role: Role,
  standIn: PaymentStandIn | undefined,
): Promise<void> {
  const { paymentAccounts: accounts, url: serviceUrl } = service;
  const payments = standIn && serviceUrl !== undefined ? { standIn, accounts, serviceUrl } : undefined;
  payments?.standIn.sendEventsTo(payments.serviceUrl);
  const demo = showsDemo(settings, role) ? await createDemoCompany(service, payments) : undefined;
  process.stdout.write(greeting(service, demo, standIn));
  if (settings.warmUp) await service.warmUp();
}

/** Hard shutdown deadline; exceeds every drain timeout. */
const shutdownMs = 40_000;

async function run(stop: AbortSignal): Promise<void> {
  const role = readRole(process.argv.slice(2));
  const settings = readSettings(process.env);
  const wantsStandIn = settings.stripeUrl === undefined && showsDemo(settings, role);
  const standIn = wantsStandIn ? await startPaymentStandIn(settings) : undefined;
  const service = await start(standIn ? { ...settings, stripeUrl: standIn.url } : settings, role, stop);
  if (!service) return;
  try {
    const stopped = once(stop, 'abort');
    await Promise.race([stopped, announce(service, settings, role, standIn).then(() => stopped)]);
  } finally {
    const message = `The service did not shut down within ${shutdownMs / 1000} s; PostgreSQL may not be responding.`;
    setTimeout(() => fail(new SettingsError(message)), shutdownMs).unref();
    await service.close();
    await standIn?.close();
  }
}

run(stopSignal()).then(() => process.exit(0), fail);
