/** Returns a LIKE pattern that matches texts containing this one; `%` and `_` are literal. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
