/** What a claim needs to know about the dispatchers that hold leases. */
export interface LeaseOwners {
  /** This dispatcher: its id while it holds its advisory lock, otherwise the negative id. */
  self: number;
  /** This dispatcher and those recently seen alive. */
  alive: readonly number[];
  /** Leases taken before this time by dispatchers not in `alive` are void. Null until the first grace period has passed. */
  since: string | null;
}

/** For a dispatcher that knows nothing about the others: leases end only when they expire. */
export const unknownOwners: LeaseOwners = { self: 0, alive: [], since: null };

/**
 * SQL condition: the delivery has no lease, an expired one, or one whose dispatcher is dead. A lease from the future was taken before
 * the database's clock was set back; it is void if its dispatcher is dead. `alive` and `since` are placeholders.
 */
export const hasNoLease = (
  delivery: string,
  { alive, since }: Readonly<Record<'alive' | 'since', string>>,
): string => `
  (${delivery}.lease_token is null or ${delivery}.lease_until <= now()
    or ${delivery}.leased_by > 0 and ${delivery}.leased_by <> all(${alive}) and ${delivery}.leased_at < ${since}
    or abs(${delivery}.leased_by) <> all(${alive}) and ${delivery}.leased_at > now() + interval '1 minute')`;
