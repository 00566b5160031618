import type { Body } from '@pv-planning/contract';
import { call } from './call.ts';
import type { Company } from './company.ts';

/** Maximum number of items of an upsert. */
const perRequest = 500;

const customer = (number: number) =>
  ({
    externalId: `crm-${number}`,
    customerNumber: `K-${number}`,
    salutation: 'MS',
    firstName: 'Maria',
    lastName: `Schneider ${number}`,
    email: `maria.schneider.${number}@example.com`,
    phone: `+49 3631 55${number}`,
    address: { street: 'Lindenweg', houseNumber: String(number), postalCode: '99734', city: 'Nordhausen' },
    notes: 'Möchte abends angerufen werden.',
    tags: ['Empfehlung', 'Speicher'],
  }) satisfies Body<'createCustomer'>;

/** Creates customers of a company. @returns their ids */
export async function createCustomers(url: string, { headers }: Company, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const first = ids.length;
    const items = Array.from({ length: Math.min(perRequest, count - first) }, (_, index) =>
      customer(first + index),
    );
    const { data } = await call<{ data: { id: string }[] }>(`${url}/v1/customers/upsert`, headers, {
      data: items,
    });
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
}
