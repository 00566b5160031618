import type { Site } from '@pv-planning/contract';
import { type Handlers, notFound } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import type { Context } from '../records/context.ts';
import { pagesOf } from '../records/pages.ts';
import { recordId, uuidId } from '../records/record-id.ts';
import { members, readCompany, siteColumns, wholeMember } from './company-records.ts';

type CompanyHandlers = Pick<
  Handlers<PublicContract, Context>,
  'getCompany' | 'listMembers' | 'getMember' | 'listSites' | 'getSite'
>;

const memberPages = pagesOf((db) => {
  const matches = db.selectFrom('member');
  return { matches, items: members(matches) };
});

const sitePages = pagesOf((db) => {
  const matches = db.selectFrom('site');
  return { matches, items: matches.select(siteColumns).$castTo<Site>() };
});

export const companyHandlers: CompanyHandlers = {
  async getCompany(_request, { db }) {
    return { status: 200, body: await readCompany(db) };
  },

  async listMembers({ page }, { db }) {
    const list = await memberPages(db, {}, page);
    return { status: 200, body: { ...list, data: list.data.map(wholeMember) } };
  },

  async getMember({ params }, { db }) {
    const member = await members(
      db.selectFrom('member').where('member.id', '=', uuidId(params.id)),
    ).executeTakeFirstOrThrow(notFound);
    return { status: 200, body: wholeMember(member) };
  },

  async listSites({ page }, { db }) {
    return { status: 200, body: await sitePages(db, {}, page) };
  },

  async getSite({ params }, { db }) {
    const site = await db
      .selectFrom('site')
      .select(siteColumns)
      .where('id', '=', recordId(params.id))
      .$castTo<Site>()
      .executeTakeFirstOrThrow(notFound);
    return { status: 200, body: site };
  },
};
