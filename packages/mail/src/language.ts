export type MailLanguage = 'de' | 'en';

/** Returns the language of mails to somebody: German unless one of these languages is known, the first of which counts. */
export function mailLanguage(...known: readonly (string | null | undefined)[]): MailLanguage {
  return known.find((language) => language === 'de' || language === 'en') ?? 'de';
}
