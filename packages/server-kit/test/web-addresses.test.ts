import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatValidatorsOf } from '../src/validation/format-validators.ts';

const formats = formatValidatorsOf({});
const validators = ['declared-name', 'typed-line'].map(
  (format) => formats[format] as { validate(text: string): boolean },
);
const isAccepted = (text: string) => validators.every(({ validate }) => validate(text));
const isRefused = (text: string) => validators.every(({ validate }) => !validate(text));

/** A character as it is, in another width or style, or one that looks like it, perhaps with an invisible one behind. */
const shown = (...looks: string[]) =>
  fc
    .tuple(fc.constantFrom(...looks), fc.constantFrom('', '\u200d', '\ufe0f', '\u00ad'))
    .map((parts) => parts.join(''));
const colon = shown(':', '：', '﹕', '︓', '∶', '꞉', 'ː', '˸', '։', '׃', '⁚');
const slash = shown('/', '／', '⁄', '∕', '╱', '⧸', '⟋');
const dot = shown('.', '．', '﹒', '․', '。', '｡', '·', '•', '∙', '⋅', '・', 'ꓸ');
const w = shown('w', 'W', 'ｗ', '𝐰', 'ⓦ', 'ʷ');
const words = fc.constantFrom('Erika ', 'Gewinn: ', '');
const host = fc.constantFrom('evil.example', 'evil', '');

test('no look-alike makes a web address a name or a line', () => {
  const address = fc.oneof(
    fc.tuple(words, fc.constantFrom('http', 'https', 'x'), colon, slash, slash, host),
    fc.tuple(words, w, w, w, dot, host),
  );
  fc.assert(fc.property(address, (parts) => isRefused(parts.join(''))));
});

test('names and lines with such characters remain', () => {
  const names = ['ノ瀬 花', 'Anna·Lena Müller', 'c/o Meier: 3. OG', 'Haus 3/4', 'Müller/Meier', 'Ewww Nina'];
  expect(names.filter((name) => !isAccepted(name))).toEqual([]);
});
