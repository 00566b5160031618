/** The UUID as the database writes it. An id that is none is the id of nothing. */
export function uuidOrNothing(text: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}
