import type { Customer } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/customers',
  exampleRecords: () => ['CustomerPerson', 'CustomerCompany'].map((name) => namedExample<Customer>(name)),
  async store(kysely, companyId, { projectCount: _projects, offerCount: _offers, ...customer }: Customer) {
    await kysely
      .insertInto('customer')
      .values({ companyId, ...customer })
      .execute();
  },
  referencedBy: ['customerId'],
  unique: [{ name: 'externalId' }, { name: 'customerNumber' }],
  text: 'notes',
  raisesEvents: true,
  consistentValues: {
    firstName: 'Maria',
    lastName: 'Schneider',
    companyName: 'Bäckerei Kornblume GmbH',
    email: 'maria.schneider@example.com',
  },
} satisfies Resource;
