import { operations, type Scope, scopes } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { operationIds, parametersOf } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const api = await openTestApi();
const allScopes = Object.keys(scopes) as Scope[];

/** The scopes that admit to an operation: its own, and the writing one that includes it. */
function admitting(scope: Scope): Scope[] {
  return allScopes.filter((other) => other === scope || other === scope.replace('read:', 'write:'));
}

/** Ids that never were: what is admitted changes nothing. */
function nobody(operationId: (typeof operationIds)[number]) {
  return Object.fromEntries(parametersOf(operationId, 'path').map(({ name }) => [name, '999999']));
}

test.each(operationIds)('%s is closed to a key that has all scopes but its own', async (operationId) => {
  const { scope } = operations[operationId];
  const others = allScopes.filter((other) => !admitting(scope).includes(other));
  const client = await api.exampleCompany.withScopes(...others);
  const { status, error, text } = await client.sample(operationId);
  expect({ status, error }).toEqual({ status: 403, error: 'insufficient_scope' });
  expect(text).toContain(scope);
});

test.each(operationIds)('%s is open to a key with its scope alone', async (operationId) => {
  const { scope, status: success } = operations[operationId];
  for (const sufficient of [...admitting(scope), '*' as const]) {
    const client = await api.exampleCompany.withScopes(sufficient);
    const { status } = await client.sample(operationId, { params: nobody(operationId) });
    expect([success, 404]).toContain(status);
  }
});

test('a scope that the contract does not know opens nothing', async () => {
  const client = await api.exampleCompany.withScopes('read:everything' as Scope);
  for (const operationId of operationIds) expect((await client.sample(operationId)).status).toBe(403);
});
