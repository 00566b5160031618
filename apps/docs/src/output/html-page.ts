import { posix } from 'node:path';
import type { Field, Variant } from '../model/fields.ts';
import type { Block, Page, TryForm } from '../model/page.ts';
import { codeBlock } from './code-block.ts';
import { type Html, html } from './html.ts';
import { plainText, type TextRenderer, textRenderer } from './markdown.ts';
import { methodLabel } from './navigation.ts';

/** Pages load scripts and styles of the site only, and send requests to the service and to servers on the same machine. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' http://localhost:* http://127.0.0.1:*; base-uri 'none'; form-action 'none'";

/** Renders a complete page. */
export function htmlPage(page: Page, product: string, navigation: Html): string {
  const root = posix.relative(posix.dirname(page.address), '.') || '.';
  const blocks = blockRenderer(page);
  const side = page.side ?? [];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<title>${page.title === product ? product : `${page.title} · ${product}`}</title>
<meta name="description" content="${plainText(page.description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${root}/assets/icon.svg">
<link rel="stylesheet" href="${root}/assets/site.css">
<link rel="alternate" type="text/markdown" href="${posix.basename(page.address).replace(/html$/, 'md')}">
<script src="${root}/assets/site.js" defer></script>
</head>
<body data-root="${root}" data-document="${page.contract.name}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${root}/index.html"><img src="${root}/assets/icon.svg" alt="" width="24" height="24"> ${product}</a>
<button type="button" class="open-search" hidden>Search <kbd>/</kbd></button>
<button type="button" class="scheme" aria-label="Light or dark" hidden>◐</button>
</header>
<div class="page">
<details class="menu" open><summary>Menu</summary><nav aria-label="Reference">${navigation}</nav></details>
<main id="content" tabindex="-1"${side.length > 0 && html` class="two"`}>
<div class="intro">
<h1>${page.title}</h1>
${page.route && html`<p class="route">${methodLabel(page.route.method)} <code>${page.route.path}</code></p>`}
${page.intro.map(blocks)}
</div>
${side.length > 0 && html`<div class="side">${side.map(blocks)}${page.form && tryForm(page.form)}</div>`}
<div class="rest">${page.main.map(blocks)}</div>
<footer>${product} ${page.contract.document.info.version} · <a href="${posix.basename(page.address).replace(/html$/, 'md')}">This page as Markdown</a></footer>
</main>
</div>
</body>
</html>
`.markup;
}

function blockRenderer(page: Page): (block: Block) => Html {
  const text = textRenderer(page.contract, page.address);
  return (block) => {
    if (typeof block === 'string') return text.block(block);
    switch (block.kind) {
      case 'facts':
        return html`<dl class="facts">${block.facts.map(
          ([label, value]) => html`<div><dt>${text.inline(label)}</dt><dd>${text.inline(value)}</dd></div>`,
        )}</dl>`;
      case 'contents':
        return html`<ul class="contents">${block.headings.map(
          ({ level, id, text: heading }) =>
            html`<li class="level-${level}"><a href="#${id}">${heading}</a></li>`,
        )}</ul>`;
      case 'fields':
        return variantList(block.variants, text);
      case 'samples':
        return html`<fieldset class="samples"><legend>Sample in</legend>${block.samples.map(
          ({ label, language, code }, index) =>
            html`<label><input type="radio" name="language" value="${label}"${index === 0 && html` checked`}> ${label}</label>${codeBlock(code, language)}`,
        )}</fieldset>`;
      case 'examples':
        return html`<section class="examples"><h2>${block.label}</h2>${block.examples.map(
          ({ title, value }, index) =>
            html`<details name="${block.label}"${index === 0 && html` open`}><summary>${title}</summary>${codeBlock(JSON.stringify(value, null, 2), 'json')}</details>`,
        )}</section>`;
    }
  };
}

function belowField(name: string, variants: readonly Variant[], text: TextRenderer): Html {
  const isObject = variants.length === 1 && variants[0]?.label === undefined;
  const list = variantList(variants, text);
  return isObject ? html`<details><summary>Fields of <code>${name}</code></summary>${list}</details>` : list;
}

function fieldList(fields: readonly Field[], text: TextRenderer): Html {
  return html`<dl class="fields">${fields.map((field) => {
    const { id, name, type, required, description, limits, values, example, variants } = field;
    const notes = [...limits, ...(example === undefined ? [] : [`e.g. ${example}`])];
    return html`<dt id="${id}"><code>${name}</code> <small>${type}</small>${required && html` <b>required</b>`}</dt>
<dd>${description !== '' && text.inline(description)}${notes.length > 0 && html`<small class="limits">${notes.join(' · ')}</small>`}${
      values.length > 0 &&
      html`<div class="values">${values.map((value) => html`<code>${value}</code> `)}</div>`
    }${belowField(name, variants, text)}</dd>
`;
  })}</dl>`;
}

/** Renders the fields of an object; of several that a value can be, each under its name. */
function variantList(variants: readonly Variant[], text: TextRenderer): Html {
  return html`${variants.map(({ label, fields }) => {
    const list = fieldList(fields, text);
    return label === undefined ? list : html`<details><summary>${label}</summary>${list}</details>`;
  })}`;
}

/** A form that the script of the site fills with life. Without scripts it is not shown. */
function tryForm({ method, path, secured, parameters, body }: TryForm): Html {
  return html`<details class="try" hidden><summary class="try-title">Try it</summary>
<form class="try-form" data-method="${method}" data-path="${path}">
<label class="try-field">Service <input name="service" type="url" required autocomplete="off"></label>
${secured && html`<label class="try-field">API key, kept on this page only <input name="key" type="password" autocomplete="off"></label>`}
${parameters.map(
  ({ name, in: place, required, type, example }) =>
    html`<label class="try-field"><span><code>${name}</code> ${place}, ${type}</span> <input name="${place}.${name}" value="${example}" autocomplete="off"${required && html` required`}></label>
`,
)}${body !== undefined && html`<label class="try-field">Body <textarea name="body" rows="12" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>`}
<button>Send ${method}</button>
<pre class="answer" tabindex="0" role="status" aria-label="Response" hidden></pre>
</form></details>`;
}
