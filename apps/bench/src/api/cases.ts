import type { RequestKind } from '../process/load.ts';
import type { BenchCompany } from './dataset.ts';

/** The operations measured through the whole stack. */
export interface ApiCase {
  name: string;
  company: 'read' | 'written';
  request: (company: BenchCompany) => RequestKind;
}

function headers({ apiKey }: BenchCompany): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

const json = { 'content-type': 'application/json' };

const newCustomer = {
  type: 'PRIVATE',
  salutation: 'MR',
  firstName: 'Jonas',
  lastName: 'Kramer',
  email: 'jonas.kramer@example.com',
  phone: '+49 3632 70{n}',
  address: { street: 'Am Anger', houseNumber: '4', postalCode: '99706', city: 'Sondershausen' },
  language: 'de',
  tags: ['fair'],
};

export const apiCases: readonly ApiCase[] = [
  {
    name: 'read one',
    company: 'read',
    request: (company) => ({
      method: 'GET',
      headers: headers(company),
      paths: company.customerIds.map((id) => `/v1/customers/${id}`),
    }),
  },
  {
    name: 'list 50',
    company: 'read',
    request: (company) => ({ method: 'GET', headers: headers(company), paths: ['/v1/customers?limit=50'] }),
  },
  {
    name: 'create',
    company: 'written',
    request: (company) => ({
      method: 'POST',
      headers: { ...headers(company), ...json },
      paths: ['/v1/customers'],
      body: JSON.stringify(newCustomer),
    }),
  },
  {
    name: 'update',
    company: 'written',
    request: (company) => ({
      method: 'PATCH',
      headers: { ...headers(company), ...json },
      paths: company.customerIds.map((id) => `/v1/customers/${id}`),
      body: JSON.stringify({ phone: '+49 3631 80{n}' }),
    }),
  },
];
