import { type Example, jsonOf, resolveReference, webhooksOf } from '@pv-planning/contract/document';
import type { WebhookEventDraft } from '@pv-planning/webhooks';
import { contractDocuments } from './contract-documents.ts';

const webhooks = new Map(
  [...contractDocuments.values()].flatMap((document) =>
    webhooksOf(document).map(([event, webhook]) => [event, { document, webhook }] as const),
  ),
);

/** The names of all events of the contract. */
export const eventTypes: readonly string[] = [...webhooks.keys()];

export interface SampleEvent {
  /** The summary of the example. */
  summary: string;
  /** `id` and `createdAt` are absent, because they are new for each delivery. */
  event: WebhookEventDraft;
}

/** Returns the contract's examples of the given events, in the contract's order. */
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
