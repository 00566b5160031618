import { STATUS_CODES } from 'node:http';
import type { Contract } from '../contract.ts';
import { type Html, html } from '../html.ts';
import { errorsPage } from '../links.ts';
import { inlineMarkdown } from '../markdown.ts';
import { operationList } from '../operation-list.ts';
import type { Page } from '../shell.ts';

/** Renders all error codes: meaning, remedy and the operations that return them. */
export function errorsPageOf(contract: Contract): Page {
  const codes = Object.keys(contract.errors);
  const byStatus = [...Map.groupBy(codes, (code) => contract.errors[code]?.status ?? 0)].sort(
    ([a], [b]) => a - b,
  );
  return {
    address: errorsPage,
    title: 'Error codes',
    description: `Every error code of the ${contract.document.info.title}: its meaning and what to do.`,
    aside: {
      label: 'Error codes',
      links: byStatus.map(([status, ofStatus]) => ({
        to: `${errorsPage}#status-${status}`,
        text: statusText(status),
        below: ofStatus.map((code) => ({ to: `${errorsPage}#${code}`, text: code, code: true })),
      })),
    },
    content: html`<p class="lead">Branch on <code>error</code>; <code>message</code> is for people and may change.</p>
${byStatus.map(
  ([status, ofStatus]) => html`<h2 id="status-${status}">${statusText(status)}</h2>
${ofStatus.map((code) => codeSection(contract, code))}`,
)}`,
  };
}

function codeSection(contract: Contract, code: string): Html {
  const { meaning = '', remedy = '', message = '' } = contract.errors[code] ?? {};
  return html`<section class="entry" id="${code}">
<h3><a href="#${code}"><code>${code}</code></a></h3>
<p>${inlineMarkdown(contract, meaning, errorsPage)}</p>
<dl class="facts">
<dt>What to do</dt><dd>${inlineMarkdown(contract, remedy, errorsPage)}</dd>
<dt>Message</dt><dd>${withPlaceholders(message)}</dd>
<dt>Returned by</dt><dd>${returnedBy(contract, code)}</dd>
</dl>
</section>`;
}

function returnedBy(contract: Contract, code: string): Html {
  const operations = Object.entries(contract.operations);
  const ids = operations.flatMap(([id, { errors }]) => (errors.includes(code) ? [id] : []));
  if (ids.length === 0) return html`requests that reach no operation`;
  if (ids.length === operations.length) return html`every operation`;
  if (ids.length === 1) return operationList(contract, ids, errorsPage);
  return html`<details><summary>${ids.length} operations</summary>${operationList(contract, ids, errorsPage)}</details>`;
}

/** Marks placeholders such as `{limit}`, which responses replace with values. */
function withPlaceholders(message: string): Html[] {
  return message
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<var>${part}</var>`));
}

function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status]}`;
}
