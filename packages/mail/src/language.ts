export type MailLanguage = 'de' | 'en';

/** Returns the language of mails to a recipient: the first supported one of these languages, otherwise German. */
export function mailLanguage(...known: readonly (string | null | undefined)[]): MailLanguage {
  return known.find((language) => language === 'de' || language === 'en') ?? 'de';
}
