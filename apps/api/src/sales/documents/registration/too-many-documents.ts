import { badRequest } from '../../../kernel/contract/api-errors.ts';

export const maxSheets = 40;
const maxMiB = 30;

/** 400: the response would have too many sheets or bytes. */
export function tooManyDocuments(maximum: string) {
  const message = `must result in at most ${maximum}`;
  return badRequest('too_many_documents', {
    values: { maximum },
    details: [{ in: 'body', path: '/documentIds', code: 'too_many_documents', message }],
  });
}

/** @throws 400 `too_many_documents` */
export function requireMaxBytes(bytes: number): void {
  if (bytes > maxMiB * 1024 * 1024) throw tooManyDocuments(`${maxMiB} MiB`);
}
