import {
  type Example,
  jsonOf,
  type Operation,
  type Parameter,
  resolveReference,
  type Schema,
} from '@pv-planning/contract/document';
import { jsonBlock } from '../code-block.ts';
import { type Contract, examplesOf } from '../contract.ts';
import { fieldList, fieldsOf } from '../field-list.ts';
import { type Html, html } from '../html.ts';
import { guidePage, link, operationAddress, scopesPage, webhooksPage } from '../links.ts';
import { inlineMarkdown } from '../markdown.ts';
import type { Page } from '../shell.ts';

/** Renders all events: when they are sent, the required scope and their fields. */
export function webhooksPageOf(contract: Contract): Page {
  const { webhooks } = contract;
  const [, first] = webhooks[0] ?? [];
  return {
    address: webhooksPage,
    title: 'Events',
    description: `Every webhook event of the ${contract.document.info.title}: when it is sent and what it contains.`,
    aside: {
      label: 'Events',
      links: [
        { to: `${webhooksPage}#delivery`, text: 'Every delivery' },
        ...webhooks.map(([name]) => ({ to: `${webhooksPage}#${name}`, text: name, code: true })),
      ],
    },
    content: html`<p class="lead">When something changes, the service POSTs an event to every endpoint that is subscribed to it.</p>
${verificationNote(contract, first)}
${deliverySection(contract, first)}
${webhooks.map(([name, webhook]) => eventSection(contract, name, webhook))}`,
  };
}

function verificationNote({ guides }: Contract, webhook: Operation | undefined): Html | false {
  const guide = guides.find(({ name }) => webhook?.tags.includes(name));
  return (
    guide !== undefined &&
    html`<p><a href="${link(webhooksPage, guidePage(guide.name))}">The guide</a> explains how to verify deliveries, how failed deliveries are retried, and how to catch up.</p>`
  );
}

/** Renders what all events share: the headers and the envelope around `data`. */
function deliverySection(contract: Contract, webhook: Operation | undefined): Html | false {
  if (webhook === undefined) return false;
  const headers = (webhook.parameters ?? []).map((one) =>
    resolveReference<Parameter>(contract.document, one),
  );
  const envelope = fieldsOf(contract, eventSchema(contract, webhook))
    .filter(({ name }) => name !== 'data')
    .map((field) => (field.name === 'type' ? { ...field, type: 'string' } : field));
  return html`<section class="entry" id="delivery">
<h2>Every delivery</h2>
<div class="halves">
<div><h3>Headers</h3>${fieldList(
    contract,
    headers.map(({ name, description }) => ({ name, type: '', description })),
    webhooksPage,
  )}</div>
<div><h3>Body, besides <code>data</code></h3>${fieldList(contract, envelope, webhooksPage)}</div>
</div>
</section>`;
}

function eventSection(contract: Contract, name: string, webhook: Operation): Html {
  const scope = contract.events[name]?.scope;
  const data = resolveReference(contract.document, eventSchema(contract, webhook).properties?.data ?? {});
  return html`<section class="entry" id="${name}">
<h2><a href="#${name}"><code>${name}</code></a></h2>
<p>${inlineMarkdown(contract, webhook.description, webhooksPage)}</p>
<p class="quiet">Read with the scope <a href="${link(webhooksPage, `${scopesPage}#${scope}`)}"><code>${scope}</code></a> · <a href="${link(webhooksPage, operationAddress(contract, webhook.operationId))}">in the reference</a></p>
<div class="halves">
<div><h3><code>data</code></h3>${fieldList(contract, fieldsOf(contract, data), webhooksPage)}</div>
<div>${examplesOf(contract, jsonOf(webhook.requestBody) ?? { schema: {} }).map(sample)}</div>
</div>
</section>`;
}

function sample({ summary, value }: Example, index: number): Html {
  return html`<details${index === 0 && html` open`}><summary>${summary ?? 'Sample'}</summary>${jsonBlock(value)}</details>`;
}

function eventSchema({ document }: Contract, webhook: Operation): Schema {
  return resolveReference(document, jsonOf(webhook.requestBody)?.schema ?? {});
}
