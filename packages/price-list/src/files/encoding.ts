import iconv from 'iconv-lite';

export type Encoding = 'utf-8' | 'cp1252' | 'cp850';

/** Size of the sample used for detection; it starts at the first non-ASCII byte. */
const sampleBytes = 65_536;

const byteOrderMarks = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

function marked(start: Uint8Array): string | undefined {
  return byteOrderMarks.find(({ mark }) => mark.every((byte, index) => start[index] === byte))?.encoding;
}

/**
 * Bytes that are common letters in one code page and rare in the other (shown as Latin-1). The bytes of ü ä ö Ä Ö Ü ß in CP850
 * are undefined, „ ” Ž ™ š á in CP1252.
 */
const distinctive = {
  cp850: [
    /\x81/g,
    // Quotation marks do not appear between letters.
    /(?<=[A-Za-z\x81\x84\x94\x8e\x99\x9a\xe1])[\x84\x94](?=[a-z\x81\x84\x94\xe1])/g,
    // No German word contains Ž or š.
    /(?<![a-z])[\x8e\x9a](?=[A-Za-z])|(?<=[A-Z])[\x8e\x9a](?![A-Za-z])/g,
    // ™ follows a name, sometimes without a space before the next word.
    /(?<![A-Za-z])\x99(?=[A-Za-z])|(?<=[A-Z])\x99(?=[A-Z](?![a-z]))/g,
    // ß follows a long vowel, where á is rare.
    /(?<=[aeou\x81\x84\x94]|[ae]i)\xe1/g,
    // mm²
    /(?<=m)\xfd(?![a-z])/g,
  ],
  cp1252: [
    /[\xe4\xf6\xc4\xd6\xdc\xdf\xb2]/g,
    // € ’ – ® °, which are Ç Æ û « and a box-drawing character in CP850.
    /[\x80\x92\x96\xae\xb0]/g,
    // In CP850, m³ ends with the byte that is ü in CP1252.
    /(?<!m)\xfc|\xfc(?=[a-z])/g,
    // Accented letters of other languages.
    /(?<=[a-z])[\xe0\xe2-\xfb](?=[a-z])/g,
  ],
};

/** Accented letters, „ – € and similar characters in UTF-8. These sequences do not occur in German text in CP850 or CP1252. */
const utf8Character = /[\xc2\xc3][\x80-\xbf]|\xe2[\x80-\xbf]{2}/g;

function count(text: string, ...patterns: readonly RegExp[]): number {
  return patterns.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
}

/**
 * Whether the text is valid UTF-8, or has fewer errors than multi-byte characters; in the latter case, only the rows with errors
 * are lost.
 */
function isUtf8(sample: Uint8Array, latin1: string, isWhole: boolean): boolean {
  // A character cut off at the end of the sample is not an error.
  const replaced = count(new TextDecoder().decode(sample, { stream: !isWhole }), /\uFFFD/g);
  // The file may contain replacement characters itself.
  const errors = replaced - count(latin1, /\xef\xbf\xbd/g);
  return errors === 0 || errors < count(latin1, utf8Character);
}

/**
 * Returns UTF-8, or else the code page that yields more German letters; `usual` in case of a tie.
 * @param isWhole whether the sample is the whole file
 */
function detectEncoding(sample: Uint8Array, usual: 'cp850' | 'cp1252', isWhole: boolean): Encoding {
  const latin1 = Buffer.from(sample).toString('latin1');
  if (isUtf8(sample, latin1, isWhole)) return 'utf-8';
  const [dos, windows] = [count(latin1, ...distinctive.cp850), count(latin1, ...distinctive.cp1252)];
  if (dos === windows) return usual;
  return dos > windows ? 'cp850' : 'cp1252';
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/**
 * Decodes bytes by their byte order mark, or else by the given encoding, or else by the detected one. The mark must be in the
 * first chunk. Invalid bytes become U+FFFD.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding | undefined,
  usual: 'cp850' | 'cp1252',
): AsyncGenerator<string> {
  let decoder: iconv.DecoderStream | undefined;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let isFirst = true;

  const decided = (isWhole: boolean) => {
    const sample = Buffer.concat(held);
    decoder = iconv.getDecoder(detectEncoding(sample, usual, isWhole));
    held = [];
    return decoder.write(sample);
  };

  for await (const chunk of bytes) {
    if (isFirst) {
      const known = marked(chunk) ?? encoding;
      if (known) decoder = iconv.getDecoder(known);
      isFirst = false;
    }
    if (decoder) yield decoder.write(Buffer.from(chunk));
    else if (held.length === 0 && isAscii(chunk)) yield Buffer.from(chunk).toString('latin1');
    else {
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes >= sampleBytes) yield decided(false);
    }
  }
  if (!decoder && held.length > 0) yield decided(true);
  const rest = decoder?.end();
  if (rest) yield rest;
}
