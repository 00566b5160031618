interface Named {
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** Returns the name under which documents and mails address a customer; null if there is none. */
export function customerName({ companyName, firstName, lastName }: Named): string | null {
  const person = [firstName, lastName].filter((name) => name !== null).join(' ');
  return companyName ?? (person || null);
}
