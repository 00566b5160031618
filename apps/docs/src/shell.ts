import { readFileSync } from 'node:fs';
import type { Contract } from './contract.ts';
import { type Html, html } from './html.ts';
import {
  type Address,
  contractFiles,
  errorsPage,
  guidePage,
  link,
  referencePage,
  scopesPage,
  webhooksPage,
} from './links.ts';

export interface Page {
  address: Address;
  title: string;
  /** One sentence for search engines and link previews. */
  description: string;
  /** Links in the sidebar: to sections of the page or to related pages. */
  aside: { label: string; links: AsideLink[] };
  content: Html;
}

export interface AsideLink {
  to: Address;
  text: string;
  code?: boolean;
  /** Sections of the linked page. */
  below?: AsideLink[];
}

const style = (name: string): Html => ({
  markup: readFileSync(new URL(`style/${name}.css`, import.meta.url), 'utf8').trim(),
});
const barStyle = style('bar');
const pageStyle = style('page');

/** Height of the top bar in pixels, as in bar.css. Anchors are offset by it. */
export const barHeight = 52;

const sun: Html = {
  markup:
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="17" cy="7" r="4.5" fill="#f5a623"/><path d="M4.6 11h11.2l3.6 10H1z" fill="#2566c8"/><path d="M3.4 14.4h13.7M2.2 17.8h16.1M8.3 11 6.4 21m5.6-10 1.7 10" stroke="#fff" stroke-width=".9"/></svg>',
};
const icon = `data:image/svg+xml,${encodeURIComponent(sun.markup.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '))}`;

/** Forbids loading anything: pages are self-contained. */
const contentPolicy =
  "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:; base-uri 'none'; form-action 'none'";

/** Applies the color scheme chosen in the reference to every page. */
const colourScript: Html = {
  markup: `<script>try { const mode = localStorage.getItem('redoc.colorMode'); if (mode) document.documentElement.classList.add(mode); } catch {}</script>`,
};

/** The beginning of the `head` of every page. */
export function head(title: string, description: string): Html {
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon}">
<style>${barStyle}</style>`;
}

/** Renders the top bar of a page. */
export function bar(contract: Contract, address: Address): Html {
  const { guides, webhooks, scopes } = contract;
  const [guide] = guides;
  const entries: [text: string, to: Address][] = [
    ['Reference', referencePage],
    ...(guide ? [['Guides', guidePage(guide.name)] satisfies [string, Address]] : []),
    ...(webhooks.length > 0 ? [['Events', webhooksPage] satisfies [string, Address]] : []),
    ['Errors', errorsPage],
    ...(Object.keys(scopes).length > 0 ? [['Scopes', scopesPage] satisfies [string, Address]] : []),
  ];
  const isHere = (to: Address) => to === address || (to.includes('/') && address.startsWith('guides/'));
  return html`<header class="bar">
<a class="brand" href="${link(address, referencePage)}">${sun}<span>${contract.document.info.title}</span></a>
<nav aria-label="Pages">${entries.map(
    ([text, to]) =>
      html`<a href="${link(address, to)}"${isHere(to) && html` aria-current="page"`}>${text}</a>`,
  )}</nav>
</header>`;
}

/** Renders a complete page. */
export function page(contract: Contract, { address, title, description, aside, content }: Page): string {
  const { title: product, version } = contract.document.info;
  return html`<!doctype html>
<html lang="en">
<head>
${head(`${title} · ${product}`, description)}
<style>${pageStyle}</style>
${colourScript}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${bar(contract, address)}
<div class="columns">
<nav class="aside" aria-label="${aside.label}">${asideLinks(aside.links, address)}</nav>
<main id="content" tabindex="-1">
<h1>${title}</h1>
${content}
</main>
</div>
<footer class="end"><span>${product} ${version}</span>${contractFiles.map((file) => html`<a href="${link(address, file)}">${file}</a>`)}</footer>
</body>
</html>
`.markup;
}

function asideLinks(links: AsideLink[], address: Address): Html {
  return html`<ul>${links.map(
    ({ to, text, code, below }) =>
      html`<li><a href="${link(address, to)}"${to === address && html` aria-current="page"`}>${code ? html`<code>${text}</code>` : text}</a>${below && below.length > 0 && asideLinks(below, address)}</li>`,
  )}</ul>`;
}
