/** The languages of the pages, German first. */
export type Language = 'de' | 'en';

/** The texts of a part of the pages. The English texts must have every key of the German ones. */
export interface Texts<Dictionary> {
  de: Dictionary;
  en: Dictionary;
}

/**
 * Returns the language of a reader.
 *
 * @param search the query of the address, whose `lang` counts first
 * @param preferred the languages of the browser, the best first
 */
export function chosenLanguage(search: string, preferred: readonly string[]): Language {
  const wanted = [new URLSearchParams(search).get('lang') ?? '', ...preferred];
  const known = wanted
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => tag === 'de' || tag === 'en');
  return known ?? 'de';
}
