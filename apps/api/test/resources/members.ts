import type { Member } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/company/members',
  exampleRecords: () => ['MemberPlanner', 'MemberAdmin'].map((name) => namedExample<Member>(name)),
  async store(kysely, companyId, { name: _shown, siteIds, ...member }: Member) {
    await kysely
      .insertInto('member')
      .values({ companyId, ...member })
      .execute();
    const places = siteIds.map((siteId) => ({ companyId, memberId: member.id, siteId }));
    if (places.length > 0) await kysely.insertInto('memberSite').values(places).execute();
  },
  referencedBy: ['plannerId', 'plannerIds'],
} satisfies Resource;
