/**
 * Returns the message of an error. For an `AggregateError`, such as when all addresses of a host refuse the connection, joins the
 * messages of its errors.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
