import type { Contract } from '../contract.ts';
import { type Html, html } from '../html.ts';
import { link, scopesPage, webhooksPage } from '../links.ts';
import { inlineMarkdown } from '../markdown.ts';
import { operationList } from '../operation-list.ts';
import type { Page } from '../shell.ts';

/** Renders all scopes: what they allow and the operations that require them. */
export function scopesPageOf(contract: Contract): Page {
  const scopeNames = Object.keys(contract.scopes);
  return {
    address: scopesPage,
    title: 'Scopes',
    description: `Every scope of an API key of the ${contract.document.info.title}: what it allows and which operations require it.`,
    aside: {
      label: 'Scopes',
      links: scopeNames.map((scope) => ({ to: `${scopesPage}#${scope}`, text: scope, code: true })),
    },
    content: html`<p class="lead">The scopes of an API key define what it may do. Each operation requires exactly one.</p>
${scopeNames.map((scope) => scopeSection(contract, scope))}`,
  };
}

function scopeSection(contract: Contract, scope: string): Html {
  const { scopes, operations, events } = contract;
  const reading = Object.keys(scopes).find(
    (one) => one !== scope && one === scope.replace(/^write:/, 'read:'),
  );
  const ids = Object.keys(operations).filter((id) => operations[id]?.scope === scope);
  const readable = Object.keys(events).filter((type) => events[type]?.scope === scope);
  return html`<section class="entry" id="${scope}">
<h2><a href="#${scope}"><code>${scope}</code></a></h2>
<p>${inlineMarkdown(contract, scopes[scope] ?? '', scopesPage)}${reading && html` Includes <a href="#${reading}"><code>${reading}</code></a>.`}</p>
${operationList(contract, ids, scopesPage)}
${readable.length > 0 && eventList(readable)}
</section>`;
}

function eventList(types: readonly string[]): Html {
  const links = types.map(
    (type) => html`<a href="${link(scopesPage, `${webhooksPage}#${type}`)}"><code>${type}</code></a> `,
  );
  return html`<p class="quiet">Events: ${links}</p>`;
}
