import { extensions } from '../../../openapi/lint/extensions.js';

const nodes: Record<string, string> = {
  Root: 'document',
  PathItem: 'path item, webhook',
  Operation: 'operation',
  Response: 'response',
  Schema: 'schema',
  Tag: 'tag',
  Example: 'value of an example',
};

const begin = '<!-- extensions: generated from extensions.schema.json -->';
const end = '<!-- end of extensions -->';

/** The table of extensions for openapi/README.md. */
function extensionTable(): string {
  const rows = Object.values(extensions).map(({ title, description, usedIn }) => {
    const where = usedIn.map((type) => nodes[type] ?? type).join(', ');
    return `| \`${title}\` | ${where} | ${description} |`;
  });
  return ['| Extension | Used in | Meaning |', '|---|---|---|', ...rows].join('\n');
}

/** A text with the current table of extensions between its markers. */
export function withExtensionTable(text: string): string {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error('The README has no place for the table of extensions.');
  return `${text.slice(0, before)}${begin}\n${extensionTable()}\n${text.slice(after)}`;
}
