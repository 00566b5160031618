import type { OperationNode, RawNode } from 'kysely';

/** Keywords with which a raw fragment could access a table itself. */
const reachingWords = /\b(select|table|insert|update|delete|merge|with|into|\w*_to_xml\w*|dblink\w*)\b/i;

/** Functions that return rows computed from their arguments and are allowed in place of a table. */
const rowFunctions =
  /^\s*(unnest|generate_series|string_to_table|jsonb?_(to_recordset|array_elements(_text)?|each(_text)?))\s*\(/i;

/** Fragments of Kysely's helpers `jsonArrayFrom` and `jsonObjectFrom`, which wrap a subquery. */
const helperFragments = new Set([
  "(select coalesce(json_agg(agg), '[]') from \0 as agg)",
  '(select to_json(obj) from \0 as obj)',
]);

/** Templates are constants, so each is checked once. */
const checked = new WeakSet<readonly string[]>();

/**
 * Requires that a raw expression only uses columns and parameters of the surrounding query.
 * @throws Error if it could access a table itself, or terminate or comment out the surrounding SQL
 */
export function assertExpression(node: RawNode): void {
  if (checked.has(node.sqlFragments)) return;
  const text = node.sqlFragments.join('\0');
  const isHelper = helperFragments.has(text) && node.parameters.every(isSelect);
  const fault = isHelper ? undefined : findFault(text);
  if (fault)
    throw new Error(`Raw SQL inside a company must be a plain expression; this one ${fault}: ${text}`);
  if (!isHelper) checked.add(node.sqlFragments);
}

/** @throws Error unless the raw SQL calls a function that computes rows from its arguments only */
export function assertRowFunction(node: RawNode): void {
  if (!rowFunctions.test(node.sqlFragments[0] ?? '')) {
    throw new Error(`Raw SQL cannot be used as a table inside a company: ${node.sqlFragments.join('?')}`);
  }
}

/** @throws Error if the name contains anything but a name, or the function executes SQL given as text */
export function assertFunctionName(name: string): void {
  if (!/^\w+(\.\w+)?$/.test(name) || reachingWords.test(name)) {
    throw new Error(`The function "${name}" cannot be called inside a company.`);
  }
}

const isSelect = (node: OperationNode): boolean => node.kind === 'SelectQueryNode';

function findFault(text: string): string | undefined {
  const bare = text.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/"(?:[^"]|"")*"/g, 'x');
  const word = reachingWords.exec(bare);
  if (word) return `contains "${word[0]}"`;
  if (/--|\/\*|[;$\\]/.test(bare)) return 'contains a comment, a semicolon, a dollar sign or a backslash';
  if (/\be''/i.test(bare)) return 'contains a string with escapes';
  if (bare.replaceAll("''", '').includes("'") || bare.includes('"')) return 'leaves a quote open';
  return isBalanced(bare) ? undefined : 'has unbalanced parentheses';
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
