import { expect, test } from 'vitest';
import { renderDocument } from '../../src/sales/documents/render-document.ts';

/** A document with this source as its layout. */
function jobOf(source: string) {
  const files = [{ name: 'tried.typ', content: Buffer.from(source) }];
  return { layout: 'tried', data: '{}', files, time: '2026-03-01T10:00:00.000Z' };
}

const { signal } = new AbortController();

test('a document that takes longer than its time is ended, and can be requested again', async () => {
  const endless = '#for i in range(10000) { for j in range(10000) { let root = calc.sqrt(j) } }';
  await expect(renderDocument(jobOf(endless), signal, 300)).rejects.toMatchObject({
    code: 'service_unavailable',
    headers: { 'Retry-After': '5' },
  });
});

test('a document that needs more memory than one may use is refused for good', async () => {
  const large = '#let texts = ()\n#for i in range(2000000) { texts.push(str(i) * 100) }';
  await expect(renderDocument(jobOf(large), signal)).rejects.toMatchObject({
    code: 'document_too_large',
    values: { reason: 'The document needs more than 400 MiB.' },
  });
});
