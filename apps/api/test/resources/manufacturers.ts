import type { Manufacturer } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/manufacturers',
  exampleRecords: () => namedExample<{ data: Manufacturer[] }>('ManufacturerPage').data,
  async store(kysely, companyId, { materialCount: _counted, ...manufacturer }: Manufacturer) {
    await kysely
      .insertInto('manufacturer')
      .values({ companyId, ...manufacturer })
      .execute();
  },
  referencedBy: ['manufacturerId'],
  unique: [{ name: 'externalId' }, { name: 'name', ignoresCase: true }],
  text: 'shortName',
} satisfies Resource;
