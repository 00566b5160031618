/**
 * SQL condition: the delivery has no lease, an expired one, or one whose process is dead. A lease from the future was taken before
 * the database's clock was set back; it is void if its process is dead. `alive` and `since` are placeholders.
 */
export const hasNoLease = (
  delivery: string,
  { alive, since }: Readonly<Record<'alive' | 'since', string>>,
): string => `
  (${delivery}.lease_token is null or ${delivery}.lease_until <= now()
    or ${delivery}.leased_by > 0 and ${delivery}.leased_by <> all(${alive}) and ${delivery}.leased_at < ${since}
    or abs(${delivery}.leased_by) <> all(${alive}) and ${delivery}.leased_at > now() + interval '1 minute')`;
