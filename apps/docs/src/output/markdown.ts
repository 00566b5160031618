import { Marked, type Tokens } from 'marked';
import type { Contract } from '../model/contract.ts';
import { type Address, addressOfName, link, linkOf, slug } from '../model/links.ts';
import { codeBlock } from './code-block.ts';
import { type Html, html } from './html.ts';

export interface TextRenderer {
  /** Renders paragraphs, headings, lists, tables and code. */
  block(markdown: string): Html;
  /** Renders a text without paragraphs, unless it has several lines. */
  inline(markdown: string): Html;
}

/** Renders texts for the page at an address. Names in code spans link to the page that explains them. */
export function textRenderer(contract: Contract, page: Address): TextRenderer {
  let isInLink = false;
  const ids = new Set<string>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${uniqueId(text, ids)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        isInLink = true;
        const text = this.parser.parseInline(tokens);
        isInLink = false;
        return html`<a href="${linkOf(contract, page, href)}">${{ markup: text }}</a>`.markup;
      },
      codespan({ text: name }: Tokens.Codespan) {
        const address = isInLink ? undefined : addressOfName(contract, name);
        // Long names break after an underscore in narrow tables.
        const code = html`<code>${name.split(/(?<=_)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}</code>`;
        const isElsewhere = address !== undefined && address !== page;
        return (isElsewhere ? html`<a href="${link(page, address)}">${code}</a>` : code).markup;
      },
      code({ text: code, lang }: Tokens.Code) {
        return codeBlock(code, lang).markup;
      },
    },
  });
  let tables = 0;
  const block = (markdown: string): Html => ({
    markup: marked
      .parse(markdown, { async: false })
      .replaceAll('<th></th>', '<td></td>')
      // Wide tables scroll instead of widening the page, and are keyboard-accessible.
      .replaceAll('<table>', () => {
        tables++;
        return `<div class="scroll" role="region" aria-label="Table ${tables}" tabindex="0"><table>`;
      })
      .replaceAll('</table>', '</table></div>'),
  });
  return {
    block,
    inline: (markdown) =>
      markdown.includes('\n') ? block(markdown) : { markup: marked.parseInline(markdown, { async: false }) },
  };
}

/** Returns the headings of a text, of the levels that a table of contents shows, with the ids that the renderer gives them. */
export function headingsOf(markdown: string): { level: number; id: string; text: string; body: string }[] {
  const ids = new Set<string>();
  const parts = markdown.replaceAll(/^```.*?^```$/gms, '').split(/^(#{2,3}) (.*)$/m);
  const headings = [];
  for (let index = 1; index < parts.length; index += 3) {
    const [marks = '', text = '', body = ''] = parts.slice(index);
    headings.push({ level: marks.length, id: uniqueId(text, ids), text: text.replaceAll('`', ''), body });
  }
  return headings;
}

/** Returns a text without markup, for the search and for descriptions. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^```.*?^```$/gms, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/[`*[\]|#>]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:])/g, '$1')
    .trim();
}

/** The id of a heading that is a name is the name. */
function uniqueId(text: string, taken: Set<string>): string {
  const id = /^`([\w:.-]+)`$/.exec(text)?.[1] ?? slug(text);
  let free = id;
  for (let count = 2; taken.has(free); count++) free = `${id}-${count}`;
  taken.add(free);
  return free;
}
