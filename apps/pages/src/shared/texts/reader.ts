import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { type Formats, formatsOf } from './formats.ts';
import type { Language, Texts } from './language.ts';

/** The language in which the page is read. */
export const ReaderLanguage = createContext<Language>('de');

export function useTexts<Dictionary>(texts: Texts<Dictionary>): Dictionary {
  return texts[useContext(ReaderLanguage)];
}

export function useFormats(): Formats {
  const language = useContext(ReaderLanguage);
  return useMemo(() => formatsOf(language), [language]);
}
