/** The message of an error. An `AggregateError`, as of a host whose addresses all refuse the connection, joins its parts. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
