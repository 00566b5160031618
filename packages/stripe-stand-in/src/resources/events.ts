import { apiVersion, type Event, type EventType } from '../provider/objects.ts';
import { type Context, newId } from './context.ts';

/** Records an event. It is sent after the transaction. */
export function raise(context: Context, type: EventType, object: Event['data']['object']): void {
  const { store, account, request } = context;
  const created = context.now();
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: request?.id ?? null, idempotency_key: request?.idempotencyKey ?? null },
    type,
  };
  store.put(account, 'event', event);
  store.queueWebhook(account, event.id, created);
}
