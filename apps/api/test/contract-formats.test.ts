import { resolveReference } from '@pv-planning/contract/document';
import { expect, test } from 'vitest';
import { messageOf } from '../src/contract/contract-schemas.ts';
import { contract } from './support/contract-document.ts';

/** Returns the values of a keyword in a part of the contract and in the parts that it references, except in responses. */
function valuesOf(keyword: string, part: unknown, seen = new Set<unknown>()): string[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  const referred = '$ref' in part ? valuesOf(keyword, resolveReference(contract, part), seen) : [];
  return Object.entries(part).reduce((values, [key, value]) => {
    if (key === 'responses') return values;
    return values.concat(
      key === keyword && typeof value === 'string' ? value : valuesOf(keyword, value, seen),
    );
  }, referred);
}

test.each(['pattern', 'format'])('every %s in requests has a message for violations', (keyword) => {
  const values = [...new Set(valuesOf(keyword, contract.paths))];
  expect(values.length).toBeGreaterThan(5);
  const unnamed = values.filter(
    (value) => messageOf({ keyword, params: { [keyword]: value } }) === 'does not have the required format',
  );
  // `sort` has its own error, which lists the fields.
  expect(unnamed.filter((value) => !value.endsWith('\\.(asc|desc)$'))).toEqual([]);
});
