/** Returns the fields of an error that may be logged. Other fields of PostgreSQL errors can contain rows with personal data. */
export function loggedError(error: unknown) {
  const { name, message, code, stack } = Object(error) as Error & { code?: unknown };
  return { name, message, code, stack };
}
