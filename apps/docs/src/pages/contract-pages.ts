import type { Contract } from '../model/contract.ts';
import { guideAddress, inSite, resourceAddress } from '../model/links.ts';
import type { Page } from '../model/page.ts';
import { operationsOfTag, resourceTags } from '../model/resources.ts';
import { headingsOf, plainText } from '../output/markdown.ts';
import { operationList } from './error-pages.ts';

/** Renders one page for each guide of the document. */
export function guidePages(contract: Contract): Page[] {
  return contract.guides.map(({ name, description = '' }) => {
    const headings = headingsOf(description);
    const [paragraph = ''] = description.split('\n\n');
    return {
      address: guideAddress(contract, name),
      kind: 'guide',
      title: name,
      description: plainText(paragraph),
      contract,
      intro: headings.length > 2 ? [{ kind: 'contents', headings }] : [],
      main: [description],
    };
  });
}

/** Renders one page for each tag with operations. */
export function resourcePages(contract: Contract): Page[] {
  return resourceTags(contract).map(({ name, description = '' }) => ({
    address: resourceAddress(contract, name),
    kind: 'resource',
    title: name,
    description: plainText(description.split('\n')[0] ?? name),
    contract,
    intro: [description],
    main: ['## Operations', operationList(contract, operationsOfTag(contract, name))],
  }));
}

/** Lists all events. */
export function eventList(contract: Contract): Page {
  return {
    address: inSite(contract, 'webhooks.html'),
    kind: 'list',
    title: 'Events',
    description: 'Every webhook event: when it is sent, and the scope that reads it.',
    contract,
    intro: ['When something changes, the service sends an event to every endpoint that subscribes to it.'],
    main: [
      `| Event | Sent when | Scope |\n|---|---|---|\n${contract.webhooks
        .map(
          ([event, { summary, 'x-scope': scope = '' }]) =>
            `| \`${event}\` | ${summary} | ${scope && `\`${scope}\``} |\n`,
        )
        .join('')}`,
    ],
  };
}

/** Lists all scopes with the operations that require them. */
export function scopeList(contract: Contract): Page {
  const { operations, events, scopes } = contract;
  return {
    address: inSite(contract, 'scopes.html'),
    kind: 'list',
    title: 'Scopes',
    description: 'Every scope of an API key: what it allows, and the operations that require it.',
    contract,
    intro: ['The scopes of an API key define what it may do. Each operation requires exactly one.'],
    main: Object.entries(scopes).map(([scope, text]) => {
      const ids = Object.keys(operations).filter((id) => operations[id]?.scope === scope);
      const readable = Object.keys(events).filter((event) => events[event]?.scope === scope);
      const reading = scope.replace(/^write:/, 'read:');
      const includes = reading !== scope && Object.hasOwn(scopes, reading) ? ` Includes \`${reading}\`.` : '';
      const eventLine = readable.map((event) => `\`${event}\``).join(', ');
      return `## \`${scope}\`\n\n${text}${includes}\n\n${operationList(contract, ids)}${
        eventLine && `\nEvents: ${eventLine}\n`
      }`;
    }),
  };
}
