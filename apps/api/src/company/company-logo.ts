import { AdministrationError } from './administration-error.ts';

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

/** @throws {AdministrationError} unless the file can be stored as a logo */
export function requireLogo(content: Buffer): void {
  if (content.length > maxLogoBytes)
    throw new AdministrationError('invalid_logo', `The logo is larger than ${maxLogoBytes / 1024} KiB.`);
  if (!logoOf(content))
    throw new AdministrationError('invalid_logo', 'The logo is neither a PNG nor a JPEG file.');
}

/** Recognizes the type of a logo by its content; undefined if it is neither PNG nor JPEG. */
export function logoOf(content: Buffer): CompanyLogo | undefined {
  const contentType = (Object.keys(signatures) as CompanyLogo['contentType'][]).find((type) =>
    content.subarray(0, signatures[type].length).equals(signatures[type]),
  );
  return contentType && { contentType, content };
}
