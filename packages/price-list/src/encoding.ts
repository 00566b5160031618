import iconv from 'iconv-lite';

export type Encoding = 'utf-8' | 'cp1252' | 'cp850';

/** Bytes beyond ASCII are collected up to this many before the encoding is decided. */
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
 * What is a letter in one of the two and hardly anything in the other, by what stands beside it; bytes as characters of Latin-1.
 * The bytes of CP850 for ü ä ö Ä Ö Ü ß are in CP1252 none, „ ” Ž ™ š á.
 */
const telling = {
  cp850: [
    /\x81/g,
    // No quotation mark stands between letters.
    /(?<=[A-Za-z\x81\x84\x94\x8e\x99\x9a\xe1])[\x84\x94](?=[a-z\x81\x84\x94\xe1])/g,
    // Ž and š stand in no German word.
    /(?<![a-z])[\x8e\x9a](?=[A-Za-z])|(?<=[A-Z])[\x8e\x9a](?![A-Za-z])/g,
    // ™ stands behind a name, which a next word may follow at once.
    /(?<![A-Za-z])\x99(?=[A-Za-z])|(?<=[A-Z])\x99(?=[A-Z](?![a-z]))/g,
    // ß stands behind a long vowel, where á hardly ever does.
    /(?<=[aeou\x81\x84\x94]|[ae]i)\xe1/g,
    // mm²
    /(?<=m)\xfd(?![a-z])/g,
  ],
  cp1252: [
    /[\xe4\xf6\xc4\xd6\xdc\xdf\xb2]/g,
    // € ’ – ® °, which are Ç Æ û « and a pattern of dots in CP850.
    /[\x80\x92\x96\xae\xb0]/g,
    // m³ of CP850 ends with the byte of ü.
    /(?<!m)\xfc|\xfc(?=[a-z])/g,
    // Accents of other languages.
    /(?<=[a-z])[\xe0\xe2-\xfb](?=[a-z])/g,
  ],
};

/** Letters with accents, „ – € and their like in UTF-8. In a German text of CP850 or CP1252 these bytes stand nowhere together. */
const utf8Character = /[\xc2\xc3][\x80-\xbf]|\xe2[\x80-\xbf]{2}/g;

function count(text: string, ...patterns: readonly RegExp[]): number {
  return patterns.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
}

/** Valid, or with fewer mistakes than characters that no other encoding makes: then only the rows with mistakes are lost. */
function isUtf8(sample: Uint8Array, latin1: string, isWhole: boolean): boolean {
  // As a stream while the file goes on, so that a character cut by the end of the sample is no mistake.
  const replaced = count(new TextDecoder().decode(sample, { stream: !isWhole }), /\uFFFD/g);
  // Some stand in the file, where what wrote it has replaced them already.
  const mistakes = replaced - count(latin1, /\xef\xbf\xbd/g);
  return mistakes === 0 || mistakes < count(latin1, utf8Character);
}

/**
 * UTF-8 when it is, else the single-byte encoding in which there are more German letters; `usual` when as many. `isWhole` when
 * the file ends with the sample.
 */
export function detectEncoding(sample: Uint8Array, usual: 'cp850' | 'cp1252', isWhole: boolean): Encoding {
  const latin1 = Buffer.from(sample).toString('latin1');
  if (isUtf8(sample, latin1, isWhole)) return 'utf-8';
  const [dos, windows] = [count(latin1, ...telling.cp850), count(latin1, ...telling.cp1252)];
  if (dos === windows) return usual;
  return dos > windows ? 'cp850' : 'cp1252';
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/**
 * Text of bytes. A byte order mark decides, then the encoding given, else it is detected at the first bytes beyond ASCII. The
 * mark must be in the first chunk. What is wrong in the encoding becomes U+FFFD.
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
