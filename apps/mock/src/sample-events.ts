import type { WebhookEventDraft } from '@pv-planning/webhooks';
import { contractDocument, type Example } from './contract-document.ts';

/** The names of all events of the contract. */
export const eventTypes: readonly string[] = Object.keys(contractDocument.webhooks);

export interface SampleEvent {
  /** What the example shows, in a few words. */
  summary: string;
  /** Without `id` and `createdAt`: each sending makes its own. */
  event: WebhookEventDraft;
}

/** The contract's examples of the given events, in its order. */
export function sampleEvents(types: readonly string[]): SampleEvent[] {
  return types.flatMap((type) => {
    const content = contractDocument.webhooks[type]?.post.requestBody.content['application/json'];
    return Object.entries(content?.examples ?? {}).map(([name, example]) => {
      const { summary, value } = exampleOf(example);
      return {
        summary: summary ?? name,
        event: { type: value.type, data: value.data } as WebhookEventDraft,
      };
    });
  });
}

function exampleOf(example: Example | { $ref: string }): Example {
  if (!('$ref' in example)) return example;
  const found = contractDocument.components.examples[example.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`The contract has no example ${example.$ref}.`);
  return found;
}
