import { resolveReference } from '@pv-planning/contract/document';
import type { WebhookEventDraft } from '@pv-planning/webhooks';
import { contractDocument } from './contract-document.ts';

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
      const { summary, value } = resolveReference(contractDocument, example);
      return {
        summary: summary ?? name,
        event: { type: value.type, data: value.data } as WebhookEventDraft,
      };
    });
  });
}
