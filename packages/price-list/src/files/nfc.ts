/** More combining marks than any script puts on a letter (UAX #15, stream-safe text). Ordering them takes quadratic time. */
const tooManyMarks = /\p{M}{31,}/gu;

/** Normalizes text to Unicode NFC, so that composed and decomposed letters compare equal. */
export function toNfc(text: string): string {
  return text.replace(tooManyMarks, '\uFFFD').normalize('NFC');
}
