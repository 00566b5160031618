import type { Site } from '@pv-planning/contract';
import { type Handlers, notFound } from '@pv-planning/server-kit';
import type { Context } from '../context.ts';
import { pageOf } from '../records/page-of.ts';
import { recordId, uuidId } from '../records/record-id.ts';
import { members, readCompany, siteColumns, wholeMember } from './company-records.ts';

type CompanyHandlers = Pick<
  Handlers<Context>,
  'getCompany' | 'listMembers' | 'getMember' | 'listSites' | 'getSite'
>;

export const companyHandlers: CompanyHandlers = {
  async getCompany(_request, { db }) {
    return { status: 200, body: await readCompany(db) };
  },

  async listMembers({ page }, { db }) {
    const matches = db.selectFrom('member');
    const list = await pageOf(db, matches, members(matches), page);
    return { status: 200, body: { ...list, data: list.data.map(wholeMember) } };
  },

  async getMember({ params }, { db }) {
    const member = await members(
      db.selectFrom('member').where('member.id', '=', uuidId(params.id)),
    ).executeTakeFirstOrThrow(notFound);
    return { status: 200, body: wholeMember(member) };
  },

  async listSites({ page }, { db }) {
    const matches = db.selectFrom('site');
    return {
      status: 200,
      body: await pageOf(db, matches, matches.select(siteColumns).$castTo<Site>(), page),
    };
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
