import { type Example, jsonOf, resolveReference, webhooksOf } from '@pv-planning/contract/document';
import type { WebhookEventDraft } from '@pv-planning/webhooks';
import { contractDocuments } from './contract-documents.ts';

const webhooks = new Map(
  contractDocuments.flatMap((document) =>
    webhooksOf(document).map(([event, webhook]) => [event, { document, webhook }] as const),
  ),
);

/** The names of all events of the contract. */
export const eventTypes: readonly string[] = [...webhooks.keys()];

export interface SampleEvent {
  /** What the example shows, in a few words. */
  summary: string;
  /** Without `id` and `createdAt`: each sending makes its own. */
  event: WebhookEventDraft;
}

/** The contract's examples of the given events, in its order. */
export function sampleEvents(types: readonly string[]): SampleEvent[] {
  return types.flatMap((type) => {
    const { document, webhook } = webhooks.get(type) ?? {};
    if (document === undefined) return [];
    return Object.entries(jsonOf(webhook?.requestBody)?.examples ?? {}).map(([name, example]) => {
      const { summary = name, value } = resolveReference<Example>(document, example);
      const { data } = value as { data: object };
      return { summary, event: { type, data } as WebhookEventDraft };
    });
  });
}
