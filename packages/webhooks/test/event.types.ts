// Compiled, not run: how the type of an event narrows.
import type { WebhookEvent } from '@pv-planning/webhooks';
import { expectTypeOf } from 'vitest';

declare const event: WebhookEvent;

expectTypeOf(event.id).toEqualTypeOf<string>();
if (event.type === 'project.created') expectTypeOf(event.data.customerId).toEqualTypeOf<string>();
if (event.type === 'customer.created') expectTypeOf(event.data.lastName).toEqualTypeOf<string | null>();
// @ts-expect-error there is no such event type
if (event.type === 'customer.exploded') throw event;
