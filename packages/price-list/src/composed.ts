/** More marks than any script needs on a letter (UAX #15, stream-safe text); the time to order them grows with their square. */
const tooManyMarks = /\p{M}{31,}/gu;

/** Without an ASCII character, text is held until it is this long. */
const heldLength = 4_096;

const replacement = '\uFFFD';

function inNfc(text: string): string {
  return text.replace(tooManyMarks, replacement).normalize('NFC');
}

function isAscii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x80;
}

/**
 * Text in Unicode NFC, so that Ä is the same letter however it is written. Marks beyond reason become U+FFFD, as all that cannot
 * be read.
 */
export async function* composed(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of chunks) {
    const text = held + chunk;
    // A mark in the next chunk may belong to the last letters of this one, but to none before an ASCII character.
    let end = text.length - 1;
    while (end > 0 && !isAscii(text, end)) end -= 1;
    if (end <= 0 && text.length > heldLength) end = text.length;
    if (end > 0) yield inNfc(text.slice(0, end));
    held = end > 0 ? text.slice(end) : text;
  }
  if (held !== '') yield inNfc(held);
}
