import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openProcessSession, type PoolLimits } from '@pv-planning/database';
import { slotRules } from '@pv-planning/fair-slots';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { noticeMails } from '../company/events/notice-mails.ts';
import { createLinks, type Links } from '../kernel/links/links.ts';
import { mailContents } from '../kernel/mails/mail-contents.ts';
import { type PaymentAccounts, paymentAccounts } from '../kernel/payment-accounts/payment-accounts.ts';
import { loadStripe, stripeClients } from '../kernel/payment-accounts/stripe-clients.ts';
import { movedClock, readClock } from '../kernel/records/change-time.ts';
import type { SecretKeys } from '../kernel/secrets/secret-keys.ts';
import { publicUrlOf } from '../kernel/settings/public-url.ts';
import type { Role } from '../kernel/settings/role.ts';
import type { Settings } from '../kernel/settings/settings.ts';
import { databaseTransactions } from '../kernel/transactions/database-transactions.ts';
import { responseBoxOf } from '../kernel/transactions/response-box.ts';
import { warnOfMissingCompiler } from '../sales/documents/render-document.ts';
import { backgroundConnections, startBackground } from './background/start-background.ts';
import { type ApiServer, startApiServer } from './http/api-server.ts';
import { startMetricsServer } from './http/metrics-server.ts';
import type { Queue } from './leased-queue/start-queue.ts';
import { openConfiguredDatabase } from './process/configured-database.ts';
import { deliverElsewhere, deliverHere } from './process/delivery.ts';
import { resealStored } from './process/reseal-stored.ts';
import { adoptSecretKeys } from './process/secret-key.ts';
import { tasks } from './tasks.ts';

export interface Service {
  /** Base URL of the API, for example `http://127.0.0.1:3000`; undefined for a dispatcher. */
  url: string | undefined;
  /** Base URL of metrics and probes; undefined without `METRICS_PORT`. */
  metricsUrl: string | undefined;
  /** Whether this process would send mails, but has no server for them. */
  holdsMails: boolean;
  database: Database;
  secretKeys: SecretKeys;
  links: Links;
  paymentAccounts: PaymentAccounts;
  /** Warms up, so that the first requests are fast. Requests are served in the meantime. */
  warmUp(): Promise<void>;
  /** Finishes open requests, deliveries in flight and the background work in progress, then disconnects. */
  close(): Promise<void>;
}

/**
 * Every request whose handler runs, every look-up of a key or a link, and the background work have connections, so that none of them waits
 * for another. Probes and periodic jobs are short and share these connections.
 *
 * A statement that exceeds these limits fails, so that it does not occupy a connection for which other requests wait. The idle
 * timeout leaves a slow machine enough time to parse the longest price list within a transaction.
 *
 * Incremental sync relies on `transactionMs`: older changes are either committed or rolled back. The guide to lists tells clients to
 * read the last minute again, which leaves 10 seconds for clock differences and the commit.
 */
export const requestLimits = {
  poolSize: slotRules.requests.slots + slotRules.lookUps.slots + backgroundConnections,
  timeouts: { statementMs: 20_000, lockMs: 15_000, idleInTransactionMs: 50_000, transactionMs: 50_000 },
} satisfies PoolLimits;

/** Readiness timeout for `select 1`. */
const readinessMs = 2_000;

export interface ServiceOptions {
  role?: Role;
  /** Aborts the start; ignored once the service runs. */
  signal?: AbortSignal;
  /** Returns the offset of the database's clock for handlers. For tests. */
  clockOffsetMs?: () => number;
  /** Interval at which background work is looked for. Default: one second. Shorter in tests. */
  queuePollMs?: number | undefined;
  /** Minimum time between two reads of the public names of companies. A page of a new company waits for it. Shorter in tests. */
  handlePauseMs?: number;
}

/**
 * Starts the API, the webhook dispatcher with mails and background tasks, or both, depending on the role.
 *
 * @throws Error if a component cannot start, or the signal's reason; components that have started are stopped first
 */
export async function startService(
  settings: Settings,
  logger: Logger,
  {
    role = 'all',
    signal,
    clockOffsetMs,
    queuePollMs: pollMs = 1_000,
    handlePauseMs = 1_000,
  }: ServiceOptions = {},
): Promise<Service> {
  // Disposed in reverse order if a later component fails to start.
  await using starting = new AsyncDisposableStack();
  const database = await openConfiguredDatabase(settings, logger, { ...requestLimits, signal });
  starting.defer(database.close);
  const session = openProcessSession({
    database: database.kysely,
    // A pooler in transaction mode keeps no lock and forwards no notification.
    connection: settings.preparedStatements ? database.connection : undefined,
    onDisconnected: (error) => logger.debug({ err: error }, 'the session of the process is interrupted'),
    onSilentLoss: () =>
      logger.warn(
        'the database has ended the session of this process, whose connection seemed open: replacing it',
      ),
  });
  starting.defer(session.stop);
  const secretKeys = await adoptSecretKeys(settings, database.kysely, (keys) =>
    resealStored(database, keys, logger),
  );
  let isWarm = false;
  const ready = async () =>
    isWarm &&
    Promise.race([
      sql`select 1`.execute(database.kysely).then(() => true),
      delay(readinessMs, false, { ref: false }),
    ]);

  const registry = new Registry();
  const { metricsHost: host, metricsPort: port } = settings;
  const metrics = port === undefined ? undefined : await startMetricsServer({ host, port, registry, ready });
  if (metrics) starting.defer(metrics.close);

  const contents = mailContents(secretKeys);
  const clock = clockOffsetMs ? movedClock(clockOffsetMs) : readClock;
  const onNotice = noticeMails({ contents, sender: settings.mail?.from, clock });
  const delivery =
    role === 'api'
      ? deliverElsewhere({ database, logger })
      : deliverHere({ database, session, secretKeys, settings, onNotice, registry, logger });
  starting.defer(delivery.stop);
  let background: Queue | undefined;
  starting.defer(async () => background?.stop());

  // The service's own address is known once it listens.
  const links = createLinks(secretKeys, () => publicUrlOf(settings, api?.url));
  const accounts = paymentAccounts(secretKeys, stripeClients(settings.stripeUrl), settings);
  const responseBox = responseBoxOf(secretKeys);
  const transactions = databaseTransactions({
    database,
    links,
    paymentAccounts: accounts,
    responseBox,
    mailContents: contents,
    mailSender: settings.mail?.from,
    confirmBookings: settings.confirmBookings,
    outbox: delivery.outbox,
    owners: session.owners,
    clock,
  });
  const api: ApiServer | undefined =
    role === 'dispatcher'
      ? undefined
      : await startApiServer({
          settings,
          database,
          secretKeys,
          transactions,
          clock,
          registry,
          ready,
          handlePauseMs,
          logger,
        });
  if (api) starting.defer(api.close);
  const stopping = new AbortController();
  starting.defer(() => stopping.abort());

  signal?.throwIfAborted();
  delivery.start();
  if (role !== 'api') {
    const { owners } = session;
    const parts = { settings, tasks, database, owners, clock, contents, accounts, transactions };
    background = startBackground({ ...parts, registry, pollMs, logger });
  }
  if (settings.warmUp) await Promise.all([loadStripe(), api?.warmUpPages()]);
  isWarm = true;
  signal?.throwIfAborted();
  const running = starting.move();
  return {
    url: api?.url,
    metricsUrl: metrics?.url,
    holdsMails: role !== 'api' && settings.mail === undefined,
    database,
    secretKeys,
    links,
    paymentAccounts: accounts,
    warmUp: async () => {
      if (api) await Promise.all([api.warmUp(), warnOfMissingCompiler(logger, stopping.signal)]);
    },
    async close() {
      // Deliveries and background work stop while the last requests are still finishing, but delivery disconnects last.
      await Promise.all([background?.stop(), delivery.drain(), running.disposeAsync()]);
    },
  };
}
