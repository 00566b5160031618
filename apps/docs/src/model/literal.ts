/** How a language writes JSON values. */
interface Notation {
  words: { null: string; true: string; false: string };
  text: (text: string) => string;
  key: (name: string) => string;
  object: readonly [open: string, close: string];
  array: readonly [open: string, close: string];
  emptyObject: string;
  indent: string;
  /** Between the brackets and the members of an object on one line. */
  space: string;
}

const lineWidth = 60;

/** Formats a JSON value in a language: on one line if short, otherwise with one member per line. */
function formatted(value: unknown, notation: Notation, indentation: string): string {
  if (typeof value === 'string') return notation.text(value);
  if (value === null || typeof value === 'boolean') return notation.words[`${value}`];
  if (typeof value !== 'object') return String(value);
  const isArray = Array.isArray(value);
  const [open, close] = isArray ? notation.array : notation.object;
  const members = (inner: string) =>
    isArray
      ? value.map((one) => formatted(one, notation, inner))
      : Object.entries(value).map(([name, one]) => notation.key(name) + formatted(one, notation, inner));
  const inner = indentation + notation.indent;
  const broken = members(inner);
  if (broken.length === 0) return isArray ? open + close : notation.emptyObject;
  const space = isArray ? '' : notation.space;
  const line = `${open}${space}${members('').join(', ')}${space}${close}`;
  if (indentation.length + line.length <= lineWidth && !line.includes('\n')) return line;
  return `${open}\n${broken.map((one) => `${inner}${one},\n`).join('')}${indentation}${close}`;
}

/** What most languages write alike. */
const common = {
  words: { null: 'null', true: 'true', false: 'false' },
  object: ['{', '}'],
  array: ['[', ']'],
  emptyObject: '{}',
  indent: '    ',
  space: '',
} as const satisfies Partial<Notation>;

const typeScriptText = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const typeScript: Notation = {
  ...common,
  text: typeScriptText,
  key: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : typeScriptText(name)}: `,
  indent: '  ',
  space: ' ',
};

const python: Notation = {
  ...common,
  words: { null: 'None', true: 'True', false: 'False' },
  text: JSON.stringify,
  key: (name) => `${JSON.stringify(name)}: `,
};

const php: Notation = {
  ...common,
  text: phpText,
  key: (name) => `${phpText(name)} => `,
  object: ['[', ']'],
  emptyObject: 'new stdClass()',
};

const literalsOf =
  (notation: Notation) =>
  (value: unknown, indentation = ''): string =>
    formatted(value, notation, indentation);

export const typeScriptLiteral = literalsOf(typeScript);
export const pythonLiteral = literalsOf(python);
export const phpLiteral = literalsOf(php);

/** Quotes a text for PHP. Only double quotes know escapes for line breaks. */
function phpText(text: string): string {
  if (!/[\n\r\t]/.test(text)) return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return JSON.stringify(text).replaceAll('$', '\\$');
}

/** Quotes a text as one word of a shell command. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
