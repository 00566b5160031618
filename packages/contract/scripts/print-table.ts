/** One entry of a generated table: its key, a text for the editor's hover, its value. */
export interface TableEntry {
  name: string;
  text: string;
  value: unknown;
}

/** A TypeScript constant with literal types and one documented entry per key. */
export function printTable(name: string, entries: TableEntry[]): string {
  const lines = entries.map(
    (entry) => `${comment(entry.text)}  ${key(entry.name)}: ${print(entry.value)},\n`,
  );
  return `export const ${name} = {\n${lines.join('')}} as const;\n`;
}

/** The entries of a table whose values say everything. */
export function valueTable(values: Record<string, unknown>): TableEntry[] {
  return Object.entries(values).map(([name, value]) => ({ name, text: '', value }));
}

/** A documentation comment, or nothing for an empty text. */
export function comment(text: string, indent = '  '): string {
  if (text === '') return '';
  return `${indent}/** ${text.trim().replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/')} */\n`;
}

export function key(name: string): string {
  return /^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

function print(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([name, part]) => `${key(name)}: ${print(part)}`)
      .join(', ')} }`;
  }
  return JSON.stringify(value);
}
