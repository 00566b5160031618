import { textOf } from '@pv-planning/documents/testing';
import { expect, test } from 'vitest';
import { contract, pages } from '../support/contract-document.ts';

/** Returns the files in the examples of a contract, in base64. */
function filesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { contentType, content } = value as Record<string, unknown>;
  if (contentType === 'application/pdf' && typeof content === 'string') return [content];
  return Object.values(value).flatMap(filesIn);
}

test.each([contract, pages.bundle])('the documents in the examples can be opened', async ({ components }) => {
  const files = new Set(filesIn(components));
  expect(files.size).toBeGreaterThan(0);
  for (const file of files) expect(await textOf(Buffer.from(file, 'base64'))).toBe('Beispiel');
});
