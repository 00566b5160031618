import type { Node, SelectStmt } from 'libpg-query';

/** Node kinds, such as `FuncCall`. */
type Kind = Node extends infer Each ? (Each extends Each ? keyof Each : never) : never;

type NodeOf<K extends Kind> = Extract<Node, Record<K, unknown>>[K];

/** Returns all nodes of a kind in a tree, including nested statements; outer nodes first. */
export function* nodesIn<K extends Kind>(kind: K, tree: unknown): Generator<NodeOf<K>> {
  if (typeof tree !== 'object' || tree === null) return;
  for (const [key, child] of Object.entries(tree)) {
    if (key === kind || (kind === 'SelectStmt' && isArmOfUnion(key, child))) yield child;
    yield* nodesIn(kind, child);
  }
}

/** Unlike the arms of a join, the arms of a union are not wrapped in the name of their kind. */
function isArmOfUnion(key: string, child: object): child is SelectStmt {
  return (key === 'larg' || key === 'rarg') && 'op' in child;
}

export function contains(kind: Kind, tree: unknown): boolean {
  return nodesIn(kind, tree).next().done === false;
}

/** Returns the last part of a name: `x` of `a.b.x`. Empty for `*`. */
export function lastName(parts: readonly Node[] = []): string {
  const last = parts.at(-1);
  return last && 'String' in last ? (last.String.sval ?? '') : '';
}
