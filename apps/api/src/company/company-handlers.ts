import { type Handlers, notFound } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import type { Context } from '../records/context.ts';
import { pagesOf } from '../records/pages.ts';
import { recordId, uuidId } from '../records/record-id.ts';
import { memberSelection, readCompany, siteSelection } from './company-records.ts';

type CompanyHandlers = Pick<
  Handlers<PublicContract, Context>,
  'getCompany' | 'listMembers' | 'getMember' | 'listSites' | 'getSite'
>;

const memberPages = pagesOf((db) => {
  const matches = db.selectFrom('member');
  return { matches, items: memberSelection.of(matches) };
});

const sitePages = pagesOf((db) => {
  const matches = db.selectFrom('site');
  return { matches, items: siteSelection.of(matches) };
});

export const companyHandlers: CompanyHandlers = {
  async getCompany(_request, { db }) {
    return { status: 200, body: await readCompany(db) };
  },

  async listMembers({ page }, { db }) {
    return { status: 200, body: await memberPages(db, {}, page) };
  },

  async getMember({ params }, { db }) {
    const member = await memberSelection
      .of(db.selectFrom('member'))
      .where('id', '=', uuidId(params.id))
      .executeTakeFirstOrThrow(notFound);
    return { status: 200, body: member };
  },

  async listSites({ page }, { db }) {
    return { status: 200, body: await sitePages(db, {}, page) };
  },

  async getSite({ params }, { db }) {
    const site = await siteSelection
      .of(db.selectFrom('site'))
      .where('id', '=', recordId(params.id))
      .executeTakeFirstOrThrow(notFound);
    return { status: 200, body: site };
  },
};
