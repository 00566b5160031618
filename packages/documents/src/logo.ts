import type { Job } from './child/messages.ts';
import { layoutJob } from './layout-job.ts';

/** The logo of a company. */
export interface Logo {
  contentType: 'image/png' | 'image/jpeg';
  content: Uint8Array;
}

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** Returns the file of a logo for a layout. */
export function logoFile({ contentType, content }: Logo): Job['files'][number] {
  return { name: `logo.${extensions[contentType]}`, content };
}

/** Returns a document with only the logo, to test whether letters with it can be rendered. */
export function logoDocument(logo: Logo): Promise<Job> {
  const file = logoFile(logo);
  return layoutJob('logo', { file: file.name }, { files: [file], time: '2000-01-01T00:00:00.000Z' });
}
