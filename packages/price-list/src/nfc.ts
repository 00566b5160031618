/** More marks than any script needs on a letter (UAX #15, stream-safe text). The time to order them is quadratic. */
const tooManyMarks = /\p{M}{31,}/gu;

/** Text in Unicode NFC, so that an Ä is equal to any other. */
export function toNfc(text: string): string {
  return text.replace(tooManyMarks, '\uFFFD').normalize('NFC');
}
