import type { Customer } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { customerName } from '../../../crm/customers/customer-name.ts';
import { oneLineAddress } from '../../../crm/customers/one-line-address.ts';
import type { BookingContact } from '../insert-booking.ts';

const contactFields = [
  ...(['companyName', 'firstName', 'lastName', 'email'] as const),
  ...(['phone', 'address', 'language'] as const),
];

interface SharedContact {
  contact: BookingContact;
  language: string | null;
}

/** Locks a customer against deletion, and returns its contact details. Undefined if it was deleted after its id was read. */
export async function shareContact(db: CompanyQueries, id: string): Promise<SharedContact | undefined> {
  const customer = await db
    .selectFrom('customer')
    .select(contactFields)
    .where('id', '=', id)
    .forKeyShare()
    .$castTo<Pick<Customer, (typeof contactFields)[number]>>()
    .executeTakeFirst();
  if (!customer) return undefined;
  const { email, phone, address, language } = customer;
  const name = customerName(customer) ?? email ?? '';
  return { contact: { name, email, phone, address: oneLineAddress(address) }, language };
}
