import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors, scopes } from '../vocabulary.js';

/**
 * The text of a guide. A line `<!-- errors -->` becomes the table of all error codes, `<!-- scopes -->` the table of all
 * scopes with the operations that need them.
 */
export function guideText(path, folder, operations) {
  return readFileSync(join(folder, path), 'utf8')
    .replace('<!-- errors -->', () => errorTable())
    .replace('<!-- scopes -->', () => scopeTable(operations))
    .trim();
}

function errorTable() {
  const rows = Object.entries(errors).map(
    ([code, { status, meaning, remedy }]) => `| ${status} | \`${code}\` | ${meaning} | ${remedy} |`,
  );
  return ['| Status | `error` | What happened | What to do |', '|---|---|---|---|', ...rows].join('\n');
}

function scopeTable(operations) {
  const rows = Object.entries(scopes).map(([scope, text]) => {
    const ids = operations.filter(({ security }) => security?.[0]?.ApiKey?.includes(scope));
    return `| \`${scope}\` | ${text} | ${ids.map(({ operationId }) => `\`${operationId}\``).join(', ')} |`;
  });
  return ['| Scope | Allows to | Operations |', '|---|---|---|', ...rows].join('\n');
}
