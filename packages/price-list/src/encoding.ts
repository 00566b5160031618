import iconv from 'iconv-lite';

export type Encoding = 'utf-8' | 'cp1252' | 'cp850';

/** Bytes beyond ASCII are collected up to this many before the encoding is decided. */
const sampleBytes = 65_536;

/** ä ö ü Ä Ö Ü ß and ² as the two single-byte encodings write them; ° and ³ would be letters in the other one. */
const telling = {
  cp850: new Set([0x84, 0x94, 0x81, 0x8e, 0x99, 0x9a, 0xe1, 0xfd]),
  cp1252: new Set([0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf, 0xb2]),
};

const byteOrderMarks = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

function marked(start: Uint8Array): string | undefined {
  return byteOrderMarks.find(({ mark }) => mark.every((byte, index) => start[index] === byte))?.encoding;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // As a stream, so that a character cut by the end of the sample is not an error.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** In CP850 ü, and ä or ö in a word; in CP1252 nothing, and quotation marks. */
const dosLetter = /\x81|[a-z][\x84\x94][a-z]/i;

/** UTF-8 when it is valid, else the single-byte encoding in which there are more German letters; `usual` when as many. */
export function detectEncoding(sample: Uint8Array, usual: 'cp850' | 'cp1252'): Encoding {
  if (isUtf8(sample)) return 'utf-8';
  // What is „ ” ™ in CP1252 is ä ö Ö in CP850, so letters alone do not tell.
  if (usual === 'cp1252' && !dosLetter.test(Buffer.from(sample).toString('latin1'))) return usual;
  const votes = (encoding: 'cp850' | 'cp1252') =>
    sample.reduce((count, byte) => count + Number(telling[encoding].has(byte)), 0);
  const [dos, windows] = [votes('cp850'), votes('cp1252')];
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

  const decided = () => {
    const sample = Buffer.concat(held);
    decoder = iconv.getDecoder(detectEncoding(sample, usual));
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
      if (heldBytes >= sampleBytes) yield decided();
    }
  }
  if (!decoder && held.length > 0) yield decided();
  const rest = decoder?.end();
  if (rest) yield rest;
}
