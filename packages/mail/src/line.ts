import { MailError } from './mail-error.ts';

/** Line breaks would begin a new header field. */
const lineBreaks = /\p{Cc}/u;

/** Separators of lines and paragraphs, which names can contain. They do not end a header field. */
const separators = /[\u2028\u2029]/gu;

/** Change the direction of the following text, so that a name can look like another one. */
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Begins an encoded word of RFC 2047, which mail programs always decode. */
const encodedWords = /=\?/g;

/**
 * Returns a text for a header field that is displayed as written.
 * @throws {MailError} for line breaks and other control characters
 */
export function requireLine(what: string, text: string): string {
  if (lineBreaks.test(text)) throw new MailError(`${what} must be one line without control characters.`);
  return text.replace(separators, ' ').replace(bidiControls, '').replace(encodedWords, '= ?');
}
