import { type EventType, events, type Query, type WebhookEvent } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { defaultRules } from '@pv-planning/webhook-delivery';
import { sql } from 'kysely';
import type { Context, ResourceHandlers } from '../../kernel/handler-context.ts';
import { isUuid, uuidId } from '../../kernel/identifiers/record-id.ts';
import { pagesOf, type SingleValues } from '../../kernel/lists/list-pages.ts';
import { converted, utc } from '../../kernel/records/stored-values.ts';

const eventTypes = Object.keys(events) as EventType[];

/** Returns the types of events about resources that the actor may read. May be empty. */
function readableTypes(hasScope: Context['hasScope']): EventType[] {
  return eventTypes.filter((type) => hasScope(events[type].scope));
}

const { retentionDays } = defaultRules;

/** Selects the events within the retention period. */
function recentEvents(db: CompanyQueries) {
  return db
    .selectFrom('webhookEvent')
    .where('createdAt', '>=', sql<string>`now() - ${retentionDays} * interval '1 day'`);
}

/** Returns the event exactly as it was sent. */
function sentEvent(body: string): WebhookEvent {
  return JSON.parse(body) as WebhookEvent;
}

type EventFilters = SingleValues<Query<'listEvents'>> & { readable: EventType };

const eventPages = pagesOf(
  (db, { readable, type, createdFrom, createdTo }: EventFilters) => {
    let matches = recentEvents(db).where('type', '=', readable);
    if (type !== undefined) matches = matches.where('type', '=', type);
    if (createdFrom !== undefined) matches = matches.where('createdAt', '>=', createdFrom);
    if (createdTo !== undefined) matches = matches.where('createdAt', '<', createdTo);
    return { matches, items: matches.select(['id', 'createdAt', 'body']) };
  },
  { toItem: ({ body }) => sentEvent(body), isId: isUuid },
);

export const eventHandlers = {
  listEvents({ query, page }, { db, hasScope }) {
    const filters = converted(query, { createdFrom: utc, createdTo: utc });
    return eventPages(db, { ...filters, readable: readableTypes(hasScope) }, page);
  },

  async getEvent({ params }, { db, hasScope }) {
    const event = await recentEvents(db)
      .where(({ eb, fn, val }) => eb('type', '=', fn.any(val(readableTypes(hasScope)))))
      .select('body')
      .where('id', '=', uuidId(params.id))
      .executeTakeFirstOrThrow(notFound);
    return { status: 200, body: sentEvent(event.body) };
  },
} satisfies ResourceHandlers;
