import type { WebhookEvent } from '@pv-planning/webhooks';
import { expectTypeOf, test } from 'vitest';

test('an event narrows on its type (checked by the compiler)', () => {
  const read = (event: WebhookEvent) => {
    expectTypeOf(event.id).toEqualTypeOf<string>();
    if (event.type === 'project.created') expectTypeOf(event.data.customerId).toEqualTypeOf<string>();
    if (event.type === 'customer.created') expectTypeOf(event.data.lastName).toEqualTypeOf<string | null>();
    // @ts-expect-error there is no such type of event
    if (event.type === 'customer.exploded') return;
  };
  expectTypeOf(read).parameter(0).toEqualTypeOf<WebhookEvent>();
});
