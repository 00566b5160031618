import { type EventType, events, operations, type Scope, scopes } from '@pv-planning/contract';
import { contract } from '../contract.ts';
import { type Html, html } from '../html.ts';
import { link, scopesPage, webhooksPage } from '../links.ts';
import { inlineMarkdown } from '../markdown.ts';
import { operationIds, operationList } from '../operation-list.ts';
import type { Page } from '../shell.ts';

const scopeNames = Object.keys(scopes) as Scope[];
const eventTypes = Object.keys(events) as EventType[];

/** Every scope: what it allows, and which operations need it. */
export function scopesPageOf(): Page {
  return {
    address: scopesPage,
    title: 'Scopes',
    description: `Every scope of an API key of the ${contract.info.title}: what it allows, and which operations need it.`,
    aside: {
      label: 'Scopes',
      links: scopeNames.map((scope) => ({ to: `${scopesPage}#${scope}`, text: scope, code: true })),
    },
    content: html`<p class="lead">The scopes of an API key say what it may do. Each operation needs exactly one.</p>
${scopeNames.map(scopeSection)}`,
  };
}

function scopeSection(scope: Scope): Html {
  const reading = scopeNames.find((one) => one !== scope && one === scope.replace(/^write:/, 'read:'));
  const ids = operationIds.filter((id) => operations[id].scope === scope);
  const readable = eventTypes.filter((type) => events[type].scope === scope);
  return html`<section class="entry" id="${scope}">
<h2><a href="#${scope}"><code>${scope}</code></a></h2>
<p>${inlineMarkdown(scopes[scope], scopesPage)}${reading && html` Includes <a href="#${reading}"><code>${reading}</code></a>.`}</p>
${operationList(ids, scopesPage)}
${readable.length > 0 && eventList(readable)}
</section>`;
}

function eventList(types: readonly EventType[]): Html {
  const links = types.map(
    (type) => html`<a href="${link(scopesPage, `${webhooksPage}#${type}`)}"><code>${type}</code></a> `,
  );
  return html`<p class="quiet">Events: ${links}</p>`;
}
