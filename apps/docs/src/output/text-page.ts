import type { Field, Variant } from '../model/fields.ts';
import { type Address, linkOf } from '../model/links.ts';
import type { Block, Page } from '../model/page.ts';

/** Renders a page as Markdown, for language models and for reading without a browser. */
export function textPage(page: Page): string {
  const { address, contract, title, route, intro, side = [], main } = page;
  const lines = [
    `# ${title}`,
    ...(route ? [`\`${route.method} ${route.path}\``] : []),
    ...[...intro, ...side, ...main].map((block) => blockText(block).trim()),
  ];
  const text = `${lines.filter((line) => line !== '').join('\n\n')}\n`;
  return text.replaceAll(/\]\((#tag\/[^)]+|\/[^)]+)\)/g, (_, target: string) => {
    return `](${markdownAddress(linkOf(contract, address, target))})`;
  });
}

/** The address of the Markdown of a page; other files are as they are. */
export function markdownAddress(address: Address): Address {
  return address.replace(/\.html(?=#|$)/, '.md');
}

function blockText(block: Block): string {
  if (typeof block === 'string') return block;
  switch (block.kind) {
    case 'facts':
      return block.facts.map(([label, value]) => `- ${label}: ${value}\n`).join('');
    case 'contents':
      return '';
    case 'fields':
      return variantText(block.variants, '');
    case 'samples':
      return block.samples.map(({ language, code }) => fenced(code, language)).join('\n\n');
    case 'examples':
      return block.examples
        .map(
          ({ title, value }) =>
            `${block.label}, ${title}:\n\n${fenced(JSON.stringify(value, null, 2), 'json')}`,
        )
        .join('\n\n');
  }
}

function fieldText(
  { name, type, required, description, limits, values, variants }: Field,
  indent: string,
): string {
  const notes = [type, ...(required ? ['required'] : []), ...limits].join(', ');
  const allowed = values.length > 0 ? ` One of ${values.map((value) => `\`${value}\``).join(', ')}.` : '';
  const own = `${indent}- \`${name}\` (${notes})${description && `: ${description.replaceAll('\n', ' ')}`}${allowed}\n`;
  return own + variantText(variants, `${indent}  `);
}

function variantText(variants: readonly Variant[], indent: string): string {
  return variants
    .map(({ label, fields }) => {
      if (label === undefined) return fields.map((field) => fieldText(field, indent)).join('');
      return `${indent}- ${label}:\n${fields.map((field) => fieldText(field, `${indent}  `)).join('')}`;
    })
    .join('');
}

function fenced(code: string, language: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
