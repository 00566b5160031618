import { WebhookAdministrationError } from './administration-error.ts';

/** Validates subscribed event types: names, or `['*']` for all, including future ones. Throws `invalid_event_types`. */
export function acceptableTypes(eventTypes: readonly string[]): string[] {
  const types = [...new Set(eventTypes)];
  if (types.includes('*')) return ['*'];
  if (types.length === 0 || !types.every((type) => /^[a-z_]+(\.[a-z_]+)+$/.test(type))) {
    throw new WebhookAdministrationError(
      'invalid_event_types',
      'Specify event types such as customer.created, or "*" for all.',
    );
  }
  return types;
}
