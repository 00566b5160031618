import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errors, operations } from '@pv-planning/contract';
import { contract } from '../contract.ts';
import { type Html, html } from '../html.ts';
import { errorsPage } from '../links.ts';
import { inlineMarkdown } from '../markdown.ts';
import { operationIds, operationList } from '../operation-list.ts';
import type { Page } from '../shell.ts';

/** Every error code: what it means, what to do, and which operations answer it. */
export function errorsPageOf(): Page {
  const codes = Object.keys(errors) as ErrorCode[];
  const byStatus = [...Map.groupBy(codes, (code) => errors[code].status)].sort(([a], [b]) => a - b);
  return {
    address: errorsPage,
    title: 'Error codes',
    description: `Every error code of the ${contract.info.title}: what it means and what to do.`,
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
${ofStatus.map(codeSection)}`,
)}`,
  };
}

function codeSection(code: ErrorCode): Html {
  const { meaning, remedy, message } = errors[code];
  return html`<section class="entry" id="${code}">
<h3><a href="#${code}"><code>${code}</code></a></h3>
<p>${inlineMarkdown(meaning, errorsPage)}</p>
<dl class="facts">
<dt>What to do</dt><dd>${inlineMarkdown(remedy, errorsPage)}</dd>
<dt>Message</dt><dd>${withPlaceholders(message)}</dd>
<dt>Answered by</dt><dd>${answeredBy(code)}</dd>
</dl>
</section>`;
}

function answeredBy(code: ErrorCode): Html {
  const ids = operationIds.filter((id) => operations[id].errors.some((one) => one === code));
  if (ids.length === 0) return html`requests that reach no operation`;
  if (ids.length === operationIds.length) return html`every operation`;
  if (ids.length === 1) return operationList(ids, errorsPage);
  return html`<details><summary>${ids.length} operations</summary>${operationList(ids, errorsPage)}</details>`;
}

/** `{limit}` stands for a value that the answer fills in. */
function withPlaceholders(message: string): Html[] {
  return message
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<var>${part}</var>`));
}

function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status]}`;
}
