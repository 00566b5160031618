import type { Site } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/company/sites',
  exampleRecords: () => ['SiteMusterstadt', 'SiteNordhausen'].map((name) => namedExample<Site>(name)),
  async store(kysely, companyId, site: Site) {
    await kysely
      .insertInto('site')
      .values({ companyId, ...site })
      .execute();
  },
  referencedBy: ['siteId', 'siteIds'],
} satisfies Resource;
