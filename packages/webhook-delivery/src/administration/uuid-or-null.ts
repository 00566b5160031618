/** Returns the UUID in lower case, as PostgreSQL writes it; null for other text, which matches no row. */
export function uuidOrNull(text: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}
