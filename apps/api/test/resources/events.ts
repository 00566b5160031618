import type { WebhookEvent } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

const exampleRecords = namedExample<{ data: WebhookEvent[] }>('EventPage').data;

const newest = Math.max(...exampleRecords.map(({ createdAt }) => Date.parse(createdAt)));

/** Events are listed for 30 days, so the examples are stored as if the latest one were an hour old. */
function storedAt({ createdAt }: WebhookEvent): string {
  if (!exampleRecords.some((event) => event.createdAt === createdAt)) return createdAt;
  return new Date(Date.parse(createdAt) - newest + Date.now() - 3_600_000).toISOString();
}

export default {
  path: '/v1/events',
  exampleRecords: () => exampleRecords,
  async store(kysely, companyId, event: WebhookEvent) {
    const { id, type } = event;
    const stored = { companyId, id, type, createdAt: storedAt(event), body: JSON.stringify(event) };
    await kysely.insertInto('webhookEvent').values(stored).execute();
  },
} satisfies Resource;
