import { type OpenApiDocument, resolveReference } from '@pv-planning/contract/document';
import { documents } from '@pv-planning/contract/documents';
import { ruleMessages } from '@pv-planning/server-kit';
import { describe, expect, test } from 'vitest';
import { bundleText, documentNames } from '../src/kernel/contract/bundle-text.ts';

/** Returns the values of a keyword in a part of a document and in the parts that it references, except in responses. */
function valuesOf(
  document: OpenApiDocument,
  keyword: string,
  part: unknown,
  seen = new Set<unknown>(),
): string[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  const referred = '$ref' in part ? valuesOf(document, keyword, resolveReference(document, part), seen) : [];
  return Object.entries(part).reduce((values, [key, value]) => {
    if (key === 'responses') return values;
    return values.concat(
      key === keyword && typeof value === 'string' ? value : valuesOf(document, keyword, value, seen),
    );
  }, referred);
}

describe.each(documentNames)('%s', (name) => {
  const document: OpenApiDocument = JSON.parse(bundleText(name));
  const messageOf = ruleMessages(documents[name].formats);

  test.each(['pattern', 'format'])('every %s in requests has a message for violations', (keyword) => {
    const values = [...new Set(valuesOf(document, keyword, document.paths))];
    if (keyword === 'pattern') expect(values).not.toEqual([]);
    const unnamed = values.filter(
      (value) => messageOf({ keyword, params: { [keyword]: value } }) === 'does not have the required format',
    );
    // `sort` has its own error, which lists the fields.
    expect(unnamed.filter((value) => !value.endsWith('\\.(asc|desc)$'))).toEqual([]);
  });
});
