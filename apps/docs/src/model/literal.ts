/** How a language writes JSON values. */
interface Notation {
  words: { null: string; true: string; false: string };
  text: (text: string) => string;
  key: (name: string) => string;
  object: [open: string, close: string];
  array: [open: string, close: string];
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

const javaScriptWords = { null: 'null', true: 'true', false: 'false' } as const;

export function typeScriptLiteral(value: unknown, indentation = ''): string {
  const text = (one: string) =>
    `'${JSON.stringify(one).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return formatted(
    value,
    {
      words: javaScriptWords,
      text,
      key: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)}: `,
      object: ['{', '}'],
      array: ['[', ']'],
      emptyObject: '{}',
      indent: '  ',
      space: ' ',
    },
    indentation,
  );
}

export function pythonLiteral(value: unknown, indentation = ''): string {
  return formatted(
    value,
    {
      words: { null: 'None', true: 'True', false: 'False' },
      text: (one) => JSON.stringify(one),
      key: (name) => `${JSON.stringify(name)}: `,
      object: ['{', '}'],
      array: ['[', ']'],
      emptyObject: '{}',
      indent: '    ',
      space: '',
    },
    indentation,
  );
}

export function phpLiteral(value: unknown, indentation = ''): string {
  return formatted(
    value,
    {
      words: javaScriptWords,
      text: phpText,
      key: (name) => `${phpText(name)} => `,
      object: ['[', ']'],
      array: ['[', ']'],
      emptyObject: 'new stdClass()',
      indent: '    ',
      space: '',
    },
    indentation,
  );
}

/** Quotes a text for PHP. Only double quotes know escapes for line breaks. */
function phpText(text: string): string {
  if (!/[\n\r\t]/.test(text)) return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return JSON.stringify(text).replaceAll('$', '\\$');
}

/** Quotes a text as one word of a shell command. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
