/** Why the provider did not do what it was asked for. */
export interface ProviderFailure {
  kind:
    | 'refused' // Final: the same request would be refused again.
    | 'failed' // An error of the provider's. It repeats the response to this idempotency key.
    | 'unanswered' // It may have done it, or do it later.
    | 'rateLimited' // It did nothing.
    | 'keyRefused'; // The key of the account is wrong, or may not do this.
  /** What the provider said. */
  message: string;
  /** The provider's code of the error, such as `charge_already_refunded`. */
  code: string | undefined;
}

/** What the errors of the SDK have in common. It is loaded late, so its classes are not at hand. */
interface StripeError extends Error {
  type: string;
  code?: string | undefined;
  statusCode?: number | undefined;
}

const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');

function kindOf({ type, statusCode = 0 }: StripeError): ProviderFailure['kind'] | undefined {
  switch (type) {
    case 'StripeInvalidRequestError':
    case 'StripeCardError':
    case 'StripeIdempotencyError':
      return 'refused';
    case 'StripeRateLimitError':
      return 'rateLimited';
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return 'keyRefused';
    case 'StripeConnectionError':
      return 'unanswered';
    case 'StripeAPIError':
      // Otherwise a response that cannot be read, or 409: another request with the same idempotency key is in progress.
      return statusCode >= 500 ? 'failed' : 'unanswered';
    default:
      return undefined;
  }
}

/** Returns what an error of the SDK means. @throws the error if it is none of the SDK, or of no known kind */
export function providerFailure(error: unknown): ProviderFailure {
  const kind = isStripeError(error) ? kindOf(error) : undefined;
  if (kind === undefined) throw error;
  const { message, code } = error as StripeError;
  return { kind, message, code };
}

/** Returns what the provider responds, or why it did not do what it was asked for. */
export async function providerResult<T>(
  request: Promise<T>,
): Promise<{ value: T; failure?: undefined } | { value?: undefined; failure: ProviderFailure }> {
  try {
    return { value: await request };
  } catch (error) {
    return { failure: providerFailure(error) };
  }
}
