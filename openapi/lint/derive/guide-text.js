import { readFileSync } from 'node:fs';
import { scopesOf } from '../vocabulary.js';

/**
 * The text of a guide. A line `<!-- errors -->` becomes the table of all error codes of the document, `<!-- scopes -->` the table
 * of all scopes with the operations that require them, `<!-- states offer -->` the table of what operations do in each state.
 * @param {{operation: object, codes: string[]}[]} completed the operations of the document with their error codes
 */
export function guideText(file, { errors, scopes, states }, completed) {
  const operations = completed.map(({ operation }) => operation);
  const codes = new Set(completed.flatMap((one) => one.codes));
  const possible = Object.entries(errors).filter(([code, { when }]) => when === 'route' || codes.has(code));
  return readFileSync(file, 'utf8')
    .replace('<!-- errors -->', () => errorTable(possible))
    .replace('<!-- scopes -->', () => scopeTable(scopes, operations))
    .replaceAll(/<!-- states (\w+) -->/g, (_, record) => stateTable(record, states[record], operations))
    .trim();
}

function errorTable(errors) {
  const rows = errors.map(
    ([code, { status, meaning, remedy }]) => `| ${status} | \`${code}\` | ${meaning} | ${remedy} |`,
  );
  return ['| Status | `error` | What happened | What to do |', '|---|---|---|---|', ...rows].join('\n');
}

function scopeTable(scopes, operations) {
  const rows = Object.entries(scopes).map(([scope, text]) => {
    const ids = operations.filter((operation) => scopesOf(operation).includes(scope));
    return `| \`${scope}\` | ${text} | ${ids.map(({ operationId }) => `\`${operationId}\``).join(', ')} |`;
  });
  return ['| Scope | Allows to | Operations |', '|---|---|---|', ...rows].join('\n');
}

/** One row per action with its operations; operations that share an action share a row. Other documents have rows of their own. */
function stateTable(record, { states, actions, when = {}, fields = {} }, operations) {
  const names = Object.keys(states);
  const texts = names.map((state) => `| \`${state}\` | ${states[state]} |`);
  const rows = Object.entries(actions).flatMap(([action, outcomes]) => {
    const ids = operations.filter((operation) => operation['x-actions']?.[record]?.includes(action));
    if (ids.length === 0) return [];
    const cells = names.map((state) => (outcomes[state] === null ? 'deleted' : `\`${outcomes[state]}\``));
    const operation = ids.map(({ operationId }) => `\`${operationId}\``).join(', ');
    const only = fields[action] && `only ${fields[action].map((name) => `\`${name}\``).join(', ')}`;
    const which = [only, when[action]].filter((text) => text !== undefined).join('; ');
    return `| ${operation}${which && `: ${which}`} | ${cells.join(' | ')} |`;
  });
  return [
    ...['| State | Meaning |', '|---|---|', ...texts, ''],
    `| Operation | ${names.map((state) => `\`${state}\``).join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...rows,
  ].join('\n');
}
