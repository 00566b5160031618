import { type Purge, purgeBatch } from '@pv-planning/database';
import { sql } from 'kysely';
import type { BackgroundTask } from '../kernel/background-task.ts';
import { retentionDays } from '../kernel/idempotency/retention.ts';

const hour = 1 / 24;

/** What is deleted when it is not needed any more, and how long it is kept. Events and their deliveries have a list of their own. */
export const purges = {
  'delete-expired-keys': {
    table: 'idempotencyKey',
    key: ['owner', 'key'],
    since: 'createdAt',
    days: retentionDays,
  },
  // As long as a slot can be kept, which is longer than mails that ask for a confirmation are counted.
  'delete-kept-slots': { table: 'keptSlot', since: 'createdAt', days: 2 * hour },
  // As long as bookings of a network are counted.
  'forget-networks': { table: 'booking', since: 'createdAt', days: hour, forget: ['clientNetwork'] },
  'delete-old-mails': { table: 'mail', since: 'createdAt', days: 30 },
  // The provider repeats an event for three days.
  'delete-old-payment-events': {
    table: 'providerEvent',
    since: 'createdAt',
    days: 30,
    where: (row) => row('status', '<>', sql.lit('queued')),
  },
  // As long as the provider refunds payments of an account that was removed.
  'delete-old-payment-keys': {
    table: 'paymentAccount',
    since: 'removedAt',
    days: 180,
    forget: ['apiKey', 'webhookSecret', 'previousWebhookSecret', 'previousWebhookSecretUntil'],
    touch: 'updatedAt',
  },
  // Until then, the evidence of a decline may be needed.
  'forget-declined-clients': {
    table: 'offerDecision',
    key: ['offerId'],
    since: 'decidedAt',
    days: 90,
    where: (row) => row('state', '=', sql.lit('DECLINED')),
    forget: ['clientAddress', 'userAgent'],
  },
  // Nothing was agreed with customers who never paid. Until then, they may ask what became of the checkout.
  'forget-expired-customers': {
    table: 'booking',
    since: 'updatedAt',
    days: 30,
    where: (row) => row('status', '=', sql.lit('EXPIRED')),
    forget: ['name', 'forename', 'surname', 'email', 'phone', 'address', 'note'],
    touch: 'updatedAt',
  },
} satisfies Record<string, Purge & { days: number }>;

const minuteMs = 60_000;
const [soonestMs, latestMs] = [10 * minuteMs, 24 * 60 * minuteMs];

/** Rows are gone soon after they have expired: within a twenty-fourth of the time for which they are kept, but not all ten minutes. */
const everyMs = (days: number) => Math.min(Math.max(days * 60 * minuteMs, soonestMs), latestMs);

/** @param name that of a purge */
export function purgeTask(name: keyof typeof purges): BackgroundTask {
  const { days, ...purge } = purges[name];
  return {
    name,
    everyMs: everyMs(days),
    isPurge: true,
    run: async ({ db, now }) => purgeBatch(db, purge, { days, now: await now() }),
  };
}

export const purgeTasks = (Object.keys(purges) as (keyof typeof purges)[]).map(purgeTask);
