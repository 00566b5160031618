import type { Query } from '@pv-planning/contract';
import { combineHandlers, notFound } from '@pv-planning/server-kit';
import type { ResourceHandlers } from '../kernel/handler-context.ts';
import { isUuid, recordId, uuidId } from '../kernel/identifiers/record-id.ts';
import { pagesOf, type SingleValues } from '../kernel/lists/list-pages.ts';
import { memberSelection, readCompany, siteSelection } from './company-records.ts';
import { eventHandlers } from './events/event-handlers.ts';

const memberPages = pagesOf(
  (db, _query: SingleValues<Query<'listMembers'>>) => {
    const matches = db.selectFrom('member');
    return { matches, items: memberSelection.of(matches) };
  },
  { isId: isUuid },
);

const sitePages = pagesOf((db, _query: SingleValues<Query<'listSites'>>) => {
  const matches = db.selectFrom('site');
  return { matches, items: siteSelection.of(matches) };
});

const recordHandlers = {
  async getCompany(_request, { db }) {
    return { status: 200, body: await readCompany(db) };
  },

  listMembers: ({ query, page }, { db }) => memberPages(db, query, page),

  async getMember({ params }, { db }) {
    const member = await memberSelection
      .of(db.selectFrom('member'))
      .where('id', '=', uuidId(params.id))
      .executeTakeFirstOrThrow(notFound);
    return { status: 200, body: member };
  },

  listSites: ({ query, page }, { db }) => sitePages(db, query, page),

  async getSite({ params }, { db }) {
    const site = await siteSelection
      .of(db.selectFrom('site'))
      .where('id', '=', recordId(params.id))
      .executeTakeFirstOrThrow(notFound);
    return { status: 200, body: site };
  },
} satisfies ResourceHandlers;

export const companyHandlers = combineHandlers(recordHandlers, eventHandlers);
