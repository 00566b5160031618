import { Marked, type Tokens } from 'marked';
import { codeBlock } from './code-block.ts';
import type { Contract } from './contract.ts';
import { type Html, html } from './html.ts';
import { type Address, addressOfName, link, siteLinks } from './links.ts';

export interface Heading {
  id: string;
  text: string;
}

export interface RenderedMarkdown {
  content: Html;
  /** The second-level headings, in order. */
  headings: Heading[];
}

/** Renders a text of the contract with headings, tables and code, for the page at an address. */
export function markdown(contract: Contract, text: string, page: Address): RenderedMarkdown {
  const headings: Heading[] = [];
  const marked = inlineRenderer(contract, page);
  marked.use({
    renderer: {
      heading({ tokens, depth, text: plain }: Tokens.Heading) {
        const id = headingId(plain);
        if (depth === 2) headings.push({ id, text: plain.replaceAll('`', '') });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      table(token: Tokens.Table) {
        // Wide tables scroll instead of widening the page, and are keyboard-accessible.
        const table = inlineRenderer(contract, page).parser([token]);
        return `<div class="scroll" role="region" aria-label="Table" tabindex="0">${table}</div>\n`;
      },
      code({ text: code, lang }: Tokens.Code) {
        return codeBlock(code, lang).markup;
      },
    },
  });
  return { content: { markup: marked.parse(siteLinks(contract, text, page), { async: false }) }, headings };
}

/** Renders inline text, such as the description of a field. */
export function inlineMarkdown(contract: Contract, text: string, page: Address): Html {
  return {
    markup: inlineRenderer(contract, page).parseInline(siteLinks(contract, text, page), { async: false }),
  };
}

/** Links names in code spans to the addresses that document them. */
function inlineRenderer(contract: Contract, page: Address): Marked {
  return new Marked({
    renderer: {
      codespan({ text: name }: Tokens.Codespan) {
        const address = addressOfName(contract, name);
        const code = html`<code>${name}</code>`;
        return (address === undefined ? code : html`<a href="${link(page, address)}">${code}</a>`).markup;
      },
    },
  });
}

function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
