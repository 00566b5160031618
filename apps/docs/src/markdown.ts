import { Marked, type Tokens } from 'marked';
import { codeBlock } from './code-block.ts';
import type { Html } from './html.ts';
import { type Address, siteLinks } from './links.ts';

export interface Heading {
  id: string;
  text: string;
}

export interface RenderedMarkdown {
  content: Html;
  /** The headings of the second level, in order. */
  headings: Heading[];
}

/** A text of the contract with headings, tables and code, for the page at an address. */
export function markdown(text: string, page: Address): RenderedMarkdown {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: plain }: Tokens.Heading) {
        const id = headingId(plain);
        if (depth === 2) headings.push({ id, text: plain.replaceAll('`', '') });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      table(token: Tokens.Table) {
        return scrolling(plain.parser([token])).markup;
      },
      code({ text: code, lang }: Tokens.Code) {
        return codeBlock(code, lang).markup;
      },
    },
  });
  return { content: { markup: marked.parse(siteLinks(text, page), { async: false }) }, headings };
}

/** A text without blocks, such as the meaning of a field. */
export function inlineMarkdown(text: string, page: Address): Html {
  return { markup: plain.parseInline(siteLinks(text, page), { async: false }) };
}

const plain = new Marked();

/** Wide tables scroll by themselves, with the keyboard too, instead of widening the page. */
function scrolling(table: string): Html {
  return { markup: `<div class="scroll" role="region" aria-label="Table" tabindex="0">${table}</div>\n` };
}

function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
