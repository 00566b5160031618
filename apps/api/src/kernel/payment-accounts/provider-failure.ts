/** A failed request to the provider. */
export interface ProviderFailure {
  kind:
    | 'refused' // Final: the same request would be refused again.
    | 'failed' // An error of the provider's. It repeats the response to this idempotency key.
    | 'unanswered' // It may have done it, or do it later.
    | 'rateLimited' // It did nothing.
    | 'keyRefused'; // The key of the account is wrong, or may not do this.
  /** The provider's message. */
  message: string;
  /** The provider's code of the error, such as `charge_already_refunded`. */
  code: string | undefined;
}

/** The common fields of errors of the SDK, whose classes are loaded late. */
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

/** Classifies an error of the SDK. @throws the error if it is none of the SDK, or of no known kind */
export function providerFailure(error: unknown): ProviderFailure {
  const kind = isStripeError(error) ? kindOf(error) : undefined;
  if (kind === undefined) throw error;
  const { message, code } = error as StripeError;
  return { kind, message, code };
}

/** Returns the provider's response, or the reason of the failure. */
export async function providerResult<T>(
  request: Promise<T>,
): Promise<{ value: T; failure?: undefined } | { value?: undefined; failure: ProviderFailure }> {
  try {
    return { value: await request };
  } catch (error) {
    return { failure: providerFailure(error) };
  }
}
