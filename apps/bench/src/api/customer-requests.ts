import type { RequestKind } from '../process/load.ts';
import type { Company } from '../records/company.ts';
import { createCustomers } from '../records/customers.ts';

/** Odd, so that cycling through the customers combines each of them with changing bodies. */
const customers = 1_001;

/** The body of a new customer. `{n}` becomes a number. */
export const newCustomer = JSON.stringify({
  type: 'PRIVATE',
  salutation: 'MR',
  firstName: 'Jonas',
  lastName: 'Kramer',
  email: 'jonas.kramer@example.com',
  phone: '+49 3632 70{n}',
  address: { street: 'Am Anger', houseNumber: '4', postalCode: '99706', city: 'Sondershausen' },
  language: 'de',
  tags: ['fair'],
});

/** The measured operations, with two companies: one for reads, and one for writes, which grows. */
export async function customerRequests(
  url: string,
  { read, written }: Record<'read' | 'written', Company>,
): Promise<Record<string, RequestKind>> {
  const oneEach = async (company: Company, headers: Record<string, string>) =>
    (await createCustomers(url, company, customers)).map((id) => ({ path: `/v1/customers/${id}`, headers }));
  const writing = { ...written.headers, 'content-type': 'application/json' };
  return {
    'read one': { method: 'GET', requests: await oneEach(read, read.headers) },
    'list 50': { method: 'GET', requests: [{ path: '/v1/customers?limit=50', headers: read.headers }] },
    create: { method: 'POST', requests: [{ path: '/v1/customers', headers: writing }], body: newCustomer },
    update: {
      method: 'PATCH',
      requests: await oneEach(written, writing),
      body: JSON.stringify({ phone: '+49 3631 80{n}' }),
    },
  };
}
