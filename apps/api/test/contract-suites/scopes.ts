import { scopes } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import type { TestContract } from '../support/contract-document.ts';
import type { ContractWorld } from '../support/test-api.ts';
import type { Grant } from '../support/test-company.ts';

type KnownScope = keyof typeof scopes;

const allScopes = Object.keys(scopes) as KnownScope[];

/** Returns the scopes that grant access to an operation: its own and, for a read scope, the write scope that includes it. */
function sufficientScopes(scope: string): KnownScope[] {
  return allScopes.filter((other) => other === scope || other === scope.replace('read:', 'write:'));
}

/** Operations without a scope, such as those for callers with a link, are not part of this suite. */
export function describeScopes<Id extends string>(
  { operations, operationIds, parametersOf }: TestContract<Id>,
  { exampleCompany }: Pick<ContractWorld<Id>, 'exampleCompany'>,
): void {
  const scoped = operationIds.flatMap((operationId) => {
    const { scope } = operations[operationId];
    return scope === undefined ? [] : [[operationId, scope] as const];
  });

  /** Ids of records that do not exist, so that an accepted request changes nothing. */
  const unknownIds = (operationId: Id) =>
    Object.fromEntries(parametersOf(operationId, 'path').map(({ name }) => [name, '999999']));

  test.each(scoped)('%s rejects a key with all scopes except %s', async (operationId, scope) => {
    const others = allScopes.filter((other) => !sufficientScopes(scope).includes(other));
    const client = await exampleCompany.withScopes(...others);
    const { status, error, text } = await client.sample(operationId);
    expect({ status, error }).toEqual({ status: 403, error: 'insufficient_scope' });
    expect(text).toContain(scope);
  });

  test.each(scoped)('%s accepts a key with only the scope %s', async (operationId, scope) => {
    for (const sufficient of [...sufficientScopes(scope), '*'] as Grant) {
      const client = await exampleCompany.withScopes(sufficient);
      const { status } = await client.sample(operationId, { params: unknownIds(operationId) });
      expect([operations[operationId].status, 404]).toContain(status);
    }
  });

  test('a scope that the contract does not define grants access to no operation', async () => {
    const client = await exampleCompany.withScopes('read:everything' as KnownScope);
    for (const [operationId] of scoped) expect((await client.sample(operationId)).status).toBe(403);
  });
}
