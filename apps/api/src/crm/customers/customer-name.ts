interface Named {
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
}

function personName({ firstName, lastName }: Named): string | null {
  return [firstName, lastName].filter((name) => name !== null).join(' ') || null;
}

/** Returns the name under which documents and mails address a customer; null if there is none. */
export function customerName(customer: Named): string | null {
  return customer.companyName ?? personName(customer);
}

/** Returns the person at an organisation; null if there is none, or if the customer is a person. */
export function contactName(customer: Named): string | null {
  return customer.companyName === null ? null : personName(customer);
}
