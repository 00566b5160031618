import { type Purge, purgeBatch } from '@pv-planning/database';
import { sql } from 'kysely';
import type { BackgroundTask } from '../kernel/background-task.ts';
import { retentionDays } from '../kernel/idempotency/retention.ts';

const hour = 1 / 24;

/** Retention of data that is deleted or cleared later. Events and their deliveries have a list of their own. */
export const purges = {
  'delete-expired-keys': {
    table: 'idempotencyKey',
    key: ['owner', 'key'],
    since: 'createdAt',
    days: retentionDays,
  },
  // The longest time for which a slot is kept. Exceeds the window in which mails that ask for a confirmation are counted.
  'delete-kept-slots': { table: 'keptSlot', since: 'createdAt', days: 2 * hour },
  // The window in which bookings of a network are counted.
  'forget-networks': { table: 'booking', since: 'createdAt', days: hour, forget: ['clientNetwork'] },
  'delete-old-mails': { table: 'mail', since: 'createdAt', days: 30 },
  // The provider repeats an event for three days.
  'delete-old-payment-events': {
    table: 'providerEvent',
    since: 'createdAt',
    days: 30,
    where: (row) => row('status', '<>', sql.lit('queued')),
  },
  // The time in which payments of a removed account can be refunded.
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
  // There is no contract with customers who never paid. Until then, they may ask about the checkout.
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

/** Interval of a purge: a twenty-fourth of the retention, at least ten minutes and at most a day. */
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
