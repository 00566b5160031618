/** The pattern of a case-insensitive search for a part of a text; `%` and `_` stand for themselves. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
