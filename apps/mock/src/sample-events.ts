import { eventExamplesOf } from '@pv-planning/contract/document';
import type { WebhookEventDraft } from '@pv-planning/webhooks';
import { contractDocuments } from './contract-documents.ts';

const examples = [...contractDocuments.values()].flatMap(eventExamplesOf);

/** The names of all events of the contract. */
export const eventTypes: readonly string[] = [...new Set(examples.map(({ type }) => type))];

export interface SampleEvent {
  /** The summary of the example. */
  summary: string;
  /** `id` and `createdAt` are absent, because they are new for each delivery. */
  event: WebhookEventDraft;
}

/** Returns the contract's examples of the given events, in the order of the given events. */
export function sampleEvents(types: readonly string[]): SampleEvent[] {
  return types.flatMap((chosen) =>
    examples
      .filter(({ type }) => type === chosen)
      .map(({ type, summary, data }) => ({ summary, event: { type, data } as WebhookEventDraft })),
  );
}
