import type { Tables } from '@pv-planning/database';
import type { Selectable } from 'kysely';
import { defaultRules } from './rules.ts';

/**
 * The states of a delivery. Waiting, due and leased ones are rows of `webhook_delivery` (in the log: `pending`), the others rows of
 * `webhook_delivery_finished`.
 *
 * | State | In the row | Next state |
 * |---|---|---|
 * | new | inserted with its event | leased: with the insert, if a dispatcher of the same process can send it immediately; otherwise due |
 * | waiting | `due_at` is in the future | due: at `due_at`, on `redeliver`, or when the endpoint is enabled |
 * | due | `due_at` has passed, no valid lease | leased: on a claim, which takes only requested deliveries while the endpoint is paused, disabled or deleted; discarded: after the retention period, or when the endpoint is deleted |
 * | leased | `lease_token` until `lease_until` | delivered: on success; waiting: on failure, if attempts are left; due: when it is released, or when its lease expires or its dispatcher dies (logged as a lost attempt); exhausted: on failure of the last attempt, or after too many lost attempts |
 * | delivered | `status` | due: on `redeliver` |
 * | exhausted | `status` | due: on `redeliver` (one attempt) or `recover` (all attempts) |
 * | discarded | `status` | due: on `redeliver` (one attempt) |
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
