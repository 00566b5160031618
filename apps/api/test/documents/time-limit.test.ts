import { expect, test } from 'vitest';
import { renderDocument } from '../../src/documents/render-document.ts';

const endless = '#for i in range(10000) { for j in range(10000) { let root = calc.sqrt(j) } }';

test('a document that takes longer than its time is ended, and can be requested again', async () => {
  const files = [{ name: 'endless.typ', content: Buffer.from(endless) }];
  const job = { layout: 'endless', data: '{}', files, time: '2026-03-01T10:00:00.000Z' };
  await expect(renderDocument(job, new AbortController().signal, 300)).rejects.toMatchObject({
    code: 'service_unavailable',
    headers: { 'Retry-After': '5' },
  });
});
