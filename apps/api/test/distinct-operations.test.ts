import { expect, test } from 'vitest';
import { handlers } from '../src/server/handlers.ts';
import { operationIds, publicContract } from './support/contract-document.ts';
import { distinctOperations } from './support/distinct-operations.ts';

test('the suites leave out five operations each of eight line groups and six product types', () => {
  const distinct = distinctOperations(publicContract);
  const omitted = operationIds.filter((operationId) => !distinct.includes(operationId));
  expect(omitted).toHaveLength(5 * (8 + 6));
  for (const operationId of omitted) {
    const alike = distinct.filter((other) => String(handlers[other]) === String(handlers[operationId]));
    expect({ operationId, alike }).toEqual({ operationId, alike: [expect.any(String), expect.any(String)] });
  }
});
