import type { WebhookEvent } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

/** Events older than 30 days are not shown. */
const lately = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export default {
  path: '/v1/events',
  story: () =>
    namedExample<{ data: WebhookEvent[] }>('EventPage').data.map((event, index) => ({
      ...event,
      stored: lately(index + 1),
    })),
  async store(kysely, companyId, { stored: createdAt, ...event }: WebhookEvent & { stored: string }) {
    const { id, type } = event;
    const body = JSON.stringify(event);
    await kysely.insertInto('webhookEvent').values({ companyId, id, type, createdAt, body }).execute();
  },
} satisfies Resource;
