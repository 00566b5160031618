const maxCodePoint = 0x10_ffff;

/** No combining mark has a lower code point. */
const firstMark = 0x300;

/** By code point: 0 for unknown, otherwise `mark` or `other`. A lookup is much faster than a regular expression. */
const kinds = new Uint8Array(maxCodePoint + 1);
const mark = 1;
const other = 2;

function isMark(codePoint: number): boolean {
  kinds[codePoint] ||= /\p{M}/u.test(String.fromCodePoint(codePoint)) ? mark : other;
  return kinds[codePoint] === mark;
}

/** Whether a well-formed text has more than `limit` combining marks in a row. Takes time proportional to its length. */
export function hasLongerMarkRun(text: string, limit: number): boolean {
  let run = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) < firstMark) {
      run = 0;
      continue;
    }
    const codePoint = text.codePointAt(index) ?? 0;
    if (codePoint > 0xffff) index += 1;
    run = isMark(codePoint) ? run + 1 : 0;
    if (run > limit) return true;
  }
  return false;
}
