import { type Example, jsonOf, resolveReference, webhooksOf } from '@pv-planning/contract/document';
import type { WebhookEventDraft } from '@pv-planning/webhooks';
import { contractDocument } from './contract-document.ts';

/** The names of all events of the contract. */
export const eventTypes: readonly string[] = webhooksOf(contractDocument).map(([event]) => event);

export interface SampleEvent {
  /** What the example shows, in a few words. */
  summary: string;
  /** Without `id` and `createdAt`: each sending makes its own. */
  event: WebhookEventDraft;
}

/** The contract's examples of the given events, in its order. */
export function sampleEvents(types: readonly string[]): SampleEvent[] {
  const webhooks = new Map(webhooksOf(contractDocument));
  return types.flatMap((type) => {
    const { examples = {} } = jsonOf(webhooks.get(type)?.requestBody) ?? {};
    return Object.entries(examples).map(([name, example]) => {
      const { summary = name, value } = resolveReference<Example>(contractDocument, example);
      const { data } = value as { data: object };
      return { summary, event: { type, data } as WebhookEventDraft };
    });
  });
}
