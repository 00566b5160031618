import {
  createRenderer,
  logoDocument,
  MissingCompilerError,
  oneJobLimits,
  RenderError,
} from '@pv-planning/documents';
import { AdministrationError } from './administration-error.ts';

/** Maximum width and height of a logo in pixels: a small file can have billions, which take gigabytes in a browser. */
const maxPixels = 4096;

/** Maximum size of a logo. A constraint of the table repeats it. */
export const maxLogoBytes = 512 * 1024;

export interface CompanyLogo {
  contentType: 'image/png' | 'image/jpeg';
  content: Buffer;
}

/** The first bytes of a file by its type: for PNG, the signature and the header of the chunk IHDR. */
const signatures = {
  'image/png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'image/jpeg': Buffer.from('ffd8ff', 'hex'),
} satisfies Record<CompanyLogo['contentType'], Buffer>;

interface Size {
  width: number;
  height: number;
}

/** The chunk IEND with its checksum, the last one of a PNG. */
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');

/** The marker EOI. In compressed data, ff is followed by 00 or a restart marker. */
const jpegEnd = Buffer.from('ffd9', 'hex');

/** Returns the size of an image that has an end, by its type. */
const sizeOf: Record<CompanyLogo['contentType'], (content: Buffer) => Size | undefined> = {
  'image/png': (content) =>
    content.includes(pngEnd)
      ? { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
      : undefined,

  'image/jpeg'(content) {
    // Segments have a marker and a length, which does not count the marker.
    let start = 2;
    while (start + 9 <= content.length && content[start] === 0xff) {
      if (isFrameHeader(content[start + 1]) && content.includes(jpegEnd, start + 9))
        return { width: content.readUInt16BE(start + 7), height: content.readUInt16BE(start + 5) };
      start += 2 + content.readUInt16BE(start + 2);
    }
    return undefined;
  },
};

/** Whether a marker is one of SOF0 to SOF15. Three others are between them: DHT, JPG and DAC. */
function isFrameHeader(marker = 0): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const refused = (message: string) => new AdministrationError('invalid_logo', message);

/** @throws {AdministrationError} unless the file can be stored as a logo */
export function requireLogo(content: Buffer): CompanyLogo {
  if (content.length > maxLogoBytes) throw refused(`The logo is larger than ${maxLogoBytes / 1024} KiB.`);
  const logo = logoOf(content);
  if (!logo) throw refused('The logo is neither a PNG nor a JPEG file.');
  const size = sizeOf[logo.contentType](content);
  if (!size) throw refused('The file of the logo is not complete.');
  const { width, height } = size;
  if (Math.min(width, height) === 0 || Math.max(width, height) > maxPixels)
    throw refused(`The logo has ${width} × ${height} pixels. Both must be from 1 to ${maxPixels}.`);
  return logo;
}

/**
 * Renders a logo as letters show it, in a process of its own. Without a compiler for this platform, no letter can be rendered either.
 *
 * @throws {AdministrationError} unless the file can be stored and printed
 */
export async function requirePrintableLogo(content: Buffer): Promise<void> {
  const logo = requireLogo(content);
  const renderer = createRenderer(oneJobLimits);
  try {
    await renderer.render(await logoDocument(logo), new AbortController().signal);
  } catch (error) {
    if (error instanceof RenderError) throw refused(`The logo cannot be printed: ${error.message}`);
    if (!(error instanceof MissingCompilerError)) throw error;
  } finally {
    renderer.close();
  }
}

/** Recognizes the type of a logo by its content; undefined if it is neither PNG nor JPEG. */
export function logoOf(content: Buffer): CompanyLogo | undefined {
  const contentType = (Object.keys(signatures) as CompanyLogo['contentType'][]).find((type) =>
    content.subarray(0, signatures[type].length).equals(signatures[type]),
  );
  return contentType && { contentType, content };
}
