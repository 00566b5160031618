import type { Tables } from '@pv-planning/database';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { defaultRules } from './rules.ts';

export type DeliveryTrigger = Selectable<Tables['webhookDelivery']>['trigger'];

/**
 * Whether somebody asked for this delivery, as the index of such says it. Of these each is attempted once, whatever the
 * state of its endpoint.
 */
export const askedFor = (delivery: string): RawBuilder<boolean> =>
  sql`${sql.id(delivery, 'trigger')} in ('manual', 'test')`;

/** `budget_from` of what somebody asked for: one attempt more than these, and no other. */
export const oneMoreThan = (attempts: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${attempts} + 1 - ${defaultRules.maxAttempts}::integer`;
