import type { Block, Template } from './template.ts';

const lines = (text: string) => text.split(/\r\n?|\n/);

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'quote':
      return lines(block.text)
        .map((line) => `> ${line}`)
        .join('\n');
    case 'link':
      return `${block.label}:\n${block.url}`;
  }
}

/** Renders a mail as plain text. */
export function renderText({ blocks, imprint }: Pick<Template, 'blocks' | 'imprint'>): string {
  // "-- " on a line begins a signature.
  const signature = imprint.length > 0 ? [`-- \n${imprint.join('\n')}`] : [];
  return `${[...blocks.map(blockText), ...signature].join('\n\n')}\n`;
}
