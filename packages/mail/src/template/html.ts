const tagged = Symbol('html');

/** Markup, created only by `html`. */
export interface Html {
  readonly [tagged]: true;
  toString(): string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

function markup(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return escaped(value);
  return Array.isArray(value) ? value.join('') : value.toString();
}

/** Template tag. Inserts markup as it is and escapes texts, so that they are safe as content and in quoted attributes. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const text = String.raw({ raw: parts }, ...values.map(markup));
  return { [tagged]: true, toString: () => text };
}
