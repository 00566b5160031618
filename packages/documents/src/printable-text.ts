import { readFile } from 'node:fs/promises';
import type { Font } from '@cantoo/fontkit';

/** A text with characters that documents can print. */
export interface PrintableText {
  text: string;
  /** Whether characters were replaced by `?`. */
  isChanged: boolean;
}

export type ToPrintable = (text: string) => PrintableText;

let loaded: Promise<ToPrintable> | undefined;

/** Returns a function that replaces the characters that the font of documents does not have, such as emojis. */
export function loadToPrintable(): Promise<ToPrintable> {
  loaded ??= readCharacters().then((characters) => (given) => {
    // Composed letters are in the font, combining accents are not.
    const text = Array.from(given.normalize('NFC'), (character) =>
      characters.has(character.codePointAt(0) ?? 0) ? character : '?',
    ).join('');
    return { text, isChanged: text !== given.normalize('NFC') };
  });
  return loaded;
}

async function readCharacters(): Promise<ReadonlySet<number>> {
  const [{ default: fontkit }, font] = await Promise.all([
    import('@cantoo/fontkit'),
    readFile(new URL('../fonts/Inter-Regular.ttf', import.meta.url)),
  ]);
  // The file is a font, not a collection.
  return new Set((fontkit.create(font) as Font).characterSet);
}
