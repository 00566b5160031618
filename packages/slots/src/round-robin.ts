/** A candidate for the next appointment. */
export interface Candidate {
  id: string;
  /** 1 comes first. */
  priority: number;
  /** Share of the appointments relative to others of the same priority. */
  weight: number;
  /** Number of appointments in the relevant period. */
  load: number;
  /** Time at which the latest booking was made. Null: never. */
  lastBookedAt: number | null;
}

/** Returns the candidates in the order of their turns: by priority, load per weight, longest time without a booking, id. */
export function roundRobinOrder<C extends Candidate>(candidates: readonly C[]): C[] {
  for (const { id, weight } of candidates) {
    if (!(weight > 0)) throw new RangeError(`The weight of ${id} must be above 0, not ${weight}.`);
  }
  return candidates.toSorted(
    (a, b) =>
      a.priority - b.priority ||
      // Compares loads divided by weights without rounding.
      a.load * b.weight - b.load * a.weight ||
      compare(a.lastBookedAt ?? Number.NEGATIVE_INFINITY, b.lastBookedAt ?? Number.NEGATIVE_INFINITY) ||
      compare(a.id, b.id),
  );
}

function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b);
}
