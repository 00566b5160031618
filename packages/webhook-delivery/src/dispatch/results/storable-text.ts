/** Text that PostgreSQL takes: whole characters, none of them NUL. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
