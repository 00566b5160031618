import { readFile } from 'node:fs/promises';
import type { Font } from '@cantoo/fontkit';

/** A text with characters that documents can print. */
export interface PrintableText {
  text: string;
  /** Whether visible characters were left out or replaced by `□`. */
  isChanged: boolean;
}

export type ToPrintable = (text: string) => PrintableText;

let loaded: Promise<ToPrintable> | undefined;

/** Invisible characters: soft hyphens, joiners, and marks that reverse the direction of the text after them. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;

/**
 * Returns a function that replaces letters that the font of documents does not have. Emojis, which say nothing, and invisible characters
 * are left out, and lines end in `\n`.
 */
export function loadToPrintable(): Promise<ToPrintable> {
  loaded ??= readUnprintable().then(({ emojis, unprintable }) => (given) => {
    let isChanged = false;
    // Composed letters are in the font, combining accents are not.
    const text = given
      .normalize('NFC')
      .replaceAll(invisible, '')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(emojis, () => {
        isChanged = true;
        return '';
      })
      .replaceAll(unprintable, (characters) => {
        if (characters.trim() === '') return ' ';
        isChanged = true;
        return '□';
      });
    return { text, isChanged };
  });
  return loaded;
}

/** Match successive characters that the font does not have: emojis with a space beside them, and others. */
async function readUnprintable(): Promise<Record<'emojis' | 'unprintable', RegExp>> {
  const [{ default: fontkit }, font] = await Promise.all([
    import('@cantoo/fontkit'),
    readFile(new URL('../fonts/Inter-Regular.ttf', import.meta.url)),
  ]);
  // The file is a font, not a collection.
  const { characterSet } = fontkit.create(font) as Font;
  const known = characterSet.map((character) => `\\u{${character.toString(16)}}`).join('');
  const emojis = `(?:(?![${known}])[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}])+`;
  return {
    // At the beginning of a text, which can be a string in JSON, the space after them goes.
    emojis: new RegExp(`(?<=^|["\\n])${emojis} ?| ?${emojis}`, 'gu'),
    unprintable: new RegExp(`[^${known}\\r\\n\\t]+`, 'gu'),
  };
}
