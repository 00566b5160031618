import { WebhookVerificationError } from './verification-error.ts';

/** A fetch `Headers`, Node's `request.headers`, or a plain object; names are case-insensitive. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The single value of a header. Throws `missing_header` for none and `malformed_header` for several. */
export function requiredHeader(headers: WebhookHeaders, name: string): string {
  const found = headerValues(headers, name);
  const [value] = found;
  if (!value) throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`);
  if (found.length > 1) {
    throw new WebhookVerificationError(
      'malformed_header',
      `The header ${name} occurs ${found.length} times.`,
    );
  }
  return value;
}

function headerValues(headers: WebhookHeaders, name: string): string[] {
  if (isFetchHeaders(headers)) return [headers.get(name) ?? ''];
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}
