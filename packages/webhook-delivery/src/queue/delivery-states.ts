import type { Tables } from '@pv-planning/database';
import type { Selectable } from 'kysely';
import { defaultRules } from './rules.ts';

/**
 * The states of a delivery. The first three are rows of `webhook_delivery` (in the log: `pending`), the others rows of
 * `webhook_delivery_finished`.
 *
 * | State | In the row | Next state |
 * |---|---|---|
 * | waiting | `due_at` is in the future | due, when that time has come, by `redeliver`, or when the endpoint is enabled |
 * | due | `due_at` has passed, no valid lease | leased by a claim. While the endpoint is paused, disabled or deleted, only requested deliveries are claimed; discarded after the retention or when the endpoint is deleted |
 * | leased | `lease_token` until `lease_until` | delivered by a success; waiting after a failure, or exhausted after the last one; due when it is handed back, when the lease expires or when its dispatcher dies, which is logged as a lost attempt; exhausted after too many losses |
 * | delivered | `status` | due by `redeliver` |
 * | exhausted | `status` | due by `redeliver`, with one attempt, or by `recover`, with all attempts |
 * | discarded | `status` | due by `redeliver`, with one attempt |
 *
 * `attempts` counts all attempts saved so far. `budget_from` is its value when the current attempts were granted: a delivery is
 * exhausted when the difference reaches `maxAttempts`.
 *
 * A trigger says why the next attempt is made: `auto` by schedule, `manual` by `redeliver`, `test` by `sendTest`, `recover` by
 * `recover`.
 */
export type DeliveryTrigger = Selectable<Tables['webhookDelivery']>['trigger'];

/**
 * SQL condition: an attempt at this delivery was requested. It is made once, regardless of the endpoint's state. Must match the
 * index of requested deliveries.
 */
export const isRequested = (delivery: string): string => `${delivery}.trigger in ('manual', 'test')`;

/** SQL value of `budget_from` that allows exactly one attempt after `attempts`. */
export const budgetForOneMore = (attempts: string): string => `${attempts} + 1 - ${defaultRules.maxAttempts}`;
