import { MailError } from './mail-error.ts';

/** Line breaks would begin a new header field. */
const lineBreaks = /\p{Cc}/u;

/** Separators of lines and paragraphs, which names can contain. They end no header field. */
const separators = /[\u2028\u2029]/gu;

/** Returns a text for a header field. @throws {MailError} for line breaks and other control characters */
export function requireLine(what: string, text: string): string {
  if (lineBreaks.test(text)) throw new MailError(`${what} must be one line without control characters.`);
  return text.replace(separators, ' ');
}
