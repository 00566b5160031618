/** What a log may hold of an error: PostgreSQL puts whole rows, so people's data, into further fields of its errors. */
export function loggedError(error: unknown) {
  const { name, message, code, stack } = Object(error) as Error & { code?: unknown };
  return { name, message, code, stack };
}
