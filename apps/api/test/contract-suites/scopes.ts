import { scopes } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import type { TestContract } from '../support/contract-document.ts';
import type { ContractWorld, Grant } from '../support/test-api.ts';

type KnownScope = keyof typeof scopes;

const allScopes = Object.keys(scopes) as KnownScope[];

/** The scopes that admit to an operation: its own, and the writing one that includes it. */
function admitting(scope: string): KnownScope[] {
  return allScopes.filter((other) => other === scope || other === scope.replace('read:', 'write:'));
}

/** Operations without a scope, such as those of callers with a link, are not part of this suite. */
export function describeScopes<Id extends string>(
  { operations, operationIds, parametersOf }: TestContract<Id>,
  { exampleCompany }: Pick<ContractWorld<Id>, 'exampleCompany'>,
): void {
  const scoped = operationIds.flatMap((operationId) => {
    const { scope } = operations[operationId];
    return scope === undefined ? [] : [[operationId, scope] as const];
  });

  /** Ids of records that do not exist, so that an admitted request changes nothing. */
  const unknownIds = (operationId: Id) =>
    Object.fromEntries(parametersOf(operationId, 'path').map(({ name }) => [name, '999999']));

  test.each(scoped)('%s rejects a key with every scope but %s', async (operationId, scope) => {
    const others = allScopes.filter((other) => !admitting(scope).includes(other));
    const client = await exampleCompany.withScopes(...others);
    const { status, error, text } = await client.sample(operationId);
    expect({ status, error }).toEqual({ status: 403, error: 'insufficient_scope' });
    expect(text).toContain(scope);
  });

  test.each(scoped)('%s admits a key with the scope %s alone', async (operationId, scope) => {
    for (const sufficient of [...admitting(scope), '*'] as Grant) {
      const client = await exampleCompany.withScopes(sufficient);
      const { status } = await client.sample(operationId, { params: unknownIds(operationId) });
      expect([operations[operationId].status, 404]).toContain(status);
    }
  });

  test('a scope that the contract does not have admits to no operation', async () => {
    const client = await exampleCompany.withScopes('read:everything' as KnownScope);
    for (const [operationId] of scoped) expect((await client.sample(operationId)).status).toBe(403);
  });
}
