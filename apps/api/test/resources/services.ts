import type { Service } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/services',
  exampleRecords: () => namedExample<{ data: Service[] }>('ServicePage').data,
  async store(kysely, companyId, service: Service) {
    await kysely
      .insertInto('service')
      .values({ companyId, ...service })
      .execute();
  },
  referencedBy: ['serviceId'],
  unique: [{ name: 'externalId' }],
  text: 'description',
} satisfies Resource;
