import { type EventType, events, type WebhookEvent } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { type Caller, type Handlers, notFound } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { pageOf } from '../records/page-of.ts';
import { uuidId } from '../records/record-id.ts';
import { utc } from '../records/stored-values.ts';

type EventHandlers = Pick<Handlers<Context>, 'listEvents' | 'getEvent'>;

const eventTypes = Object.keys(events) as EventType[];

/** The events that a key may read: those of the last 30 days about resources that it may read, which can be none. */
function readableEvents(db: CompanyQueries, { scopes }: Caller) {
  const readable = eventTypes.filter((type) => scopes.has(events[type].scope));
  return db
    .selectFrom('webhookEvent')
    .where((eb) => (readable.length > 0 ? eb('type', 'in', readable) : eb.lit(false)))
    .where('createdAt', '>=', sql<string>`now() - interval '30 days'`);
}

/** The stored text is what was sent. */
function sentEvent({ body }: { body: string }): WebhookEvent {
  return JSON.parse(body) as WebhookEvent;
}

export const eventHandlers: EventHandlers = {
  async listEvents({ query: { type, createdFrom, createdTo }, page }, { db, caller }) {
    let matches = readableEvents(db, caller);
    if (type !== undefined) matches = matches.where('type', '=', type);
    if (createdFrom !== undefined) matches = matches.where('createdAt', '>=', utc(createdFrom));
    if (createdTo !== undefined) matches = matches.where('createdAt', '<', utc(createdTo));
    const list = await pageOf(db, matches, matches.select(['id', 'createdAt', 'body']), page);
    return { status: 200, body: { ...list, data: list.data.map(sentEvent) } };
  },

  async getEvent({ params }, { db, caller }) {
    const event = await readableEvents(db, caller)
      .select('body')
      .where('id', '=', uuidId(params.id))
      .executeTakeFirstOrThrow(notFound);
    return { status: 200, body: sentEvent(event) };
  },
};
