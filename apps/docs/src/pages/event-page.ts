import { jsonOf, type Operation } from '@pv-planning/contract/document';
import { type Contract, examplesOf } from '../model/contract.ts';
import { fieldsOf } from '../model/fields.ts';
import { eventAddress } from '../model/links.ts';
import type { Fact, Page } from '../model/page.ts';
import { raisedEvents } from './operation-page.ts';

/** Describes one event: when it is sent, by which operations, who may read it, and what it contains. */
export function eventPage(contract: Contract, event: string, webhook: Operation): Page {
  const content = jsonOf(webhook.requestBody) ?? { schema: {} };
  const [paragraph = ''] = webhook.description.split('\n');
  const raisedBy = [...contract.described.keys()].filter((id) => raisedEvents(contract, id).includes(event));
  const scope = webhook['x-scope'];
  const guide = contract.guides.find(({ name }) => webhook.tags.includes(name));
  const facts: Fact[] = [
    ...(scope === undefined ? [] : [['Scope', `\`${scope}\``] satisfies Fact]),
    ...(raisedBy.length > 0
      ? [['Raised by', raisedBy.map((id) => `\`${id}\``).join(', ')] satisfies Fact]
      : []),
    ...(guide ? [['Guide', `[${guide.name}](#tag/${encodeURIComponent(guide.name)})`] satisfies Fact] : []),
  ];
  return {
    address: eventAddress(contract, event),
    kind: 'event',
    title: event,
    description: paragraph,
    contract,
    words: [webhook.summary, scope ?? '', 'webhook event'],
    intro: [webhook.description, { kind: 'facts', facts }],
    side: [
      {
        kind: 'examples',
        label: 'Body of the delivery',
        examples: examplesOf(contract, content).map(({ summary, value }) => ({
          title: summary ?? event,
          value,
        })),
      },
    ],
    main: ['## Body', { kind: 'fields', variants: fieldsOf(contract, content.schema, 'body') }],
  };
}
