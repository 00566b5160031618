import type { TestContract } from './contract-document.ts';
import { resources } from './resources.ts';

/**
 * Returns the operations without those whose handlers others share: of resources that are alike, only the operations of the first
 * and of the last one.
 */
export function distinctOperations<Id extends string>({
  operations,
  operationIds,
}: Pick<TestContract<Id>, 'operations' | 'operationIds'>): Id[] {
  const shared = Map.groupBy(operationIds, (operationId) => {
    const { method, path } = operations[operationId];
    const collection = resources.find((other) => other.alike && `${path}/`.startsWith(`${other.path}/`));
    return collection ? `${collection.alike}: ${method} ${path.slice(collection.path.length)}` : operationId;
  });
  const kept = new Set([...shared.values()].flatMap((group) => [group[0], group.at(-1)]));
  return operationIds.filter((operationId) => kept.has(operationId));
}
