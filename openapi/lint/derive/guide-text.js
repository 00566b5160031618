import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopesOf } from '../vocabulary.js';

/**
 * The text of a guide. A line `<!-- errors -->` becomes the table of all error codes, `<!-- scopes -->` the table of all
 * scopes with the operations that require them.
 */
export function guideText(path, folder, { errors, scopes }, operations) {
  return readFileSync(join(folder, path), 'utf8')
    .replace('<!-- errors -->', () => errorTable(errors))
    .replace('<!-- scopes -->', () => scopeTable(scopes, operations))
    .trim();
}

function errorTable(errors) {
  const rows = Object.entries(errors).map(
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
