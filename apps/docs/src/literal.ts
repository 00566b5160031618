const lineWidth = 60;

/** Formats a JSON value as a TypeScript literal: on one line if short, otherwise with one member per line. */
export function literal(value: unknown, indentation = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = (inner: string) =>
    Array.isArray(value)
      ? value.map((one) => literal(one, inner))
      : Object.entries(value).map(([name, one]) => `${key(name)}: ${literal(one, inner)}`);
  const space = Array.isArray(value) ? '' : ' ';
  const flat = members('');
  if (flat.length === 0) return open + close;
  const line = `${open}${space}${flat.join(', ')}${space}${close}`;
  if (indentation.length + line.length <= lineWidth && !line.includes('\n')) return line;
  const inner = `${indentation}  `;
  return `${open}\n${members(inner)
    .map((one) => `${inner}${one},\n`)
    .join('')}${indentation}${close}`;
}

/** Quotes a text as one word of a shell command. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
