/** Replaces what PostgreSQL rejects in text: lone surrogates and NUL. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
