interface Entry<Value> {
  value: Value;
  /** Value of the map's use counter at the last use of the entry. */
  usedAt: number;
}

/**
 * A map of limited size. When it is full, a new entry replaces the one whose last use is longest ago.
 *
 * A use does not move its entry in the map: deleting and adding it would make the map allocate a new table every few uses.
 */
export class LeastRecentlyUsedMap<Key, Value> {
  readonly #limit: number;
  readonly #entries = new Map<Key, Entry<Value>>();
  #uses = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    entry.usedAt = this.#nextUse();
    return entry.value;
  }

  /** Adds an entry. Returns the value that it replaces, if any. */
  add(key: Key, value: Value): Value | undefined {
    const replaced = this.#entries.size >= this.#limit ? this.#deleteOldest() : undefined;
    this.#entries.set(key, { value, usedAt: this.#nextUse() });
    return replaced;
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  #nextUse(): number {
    this.#uses += 1;
    return this.#uses;
  }

  /** Scans all entries, which takes microseconds for a few hundred. */
  #deleteOldest(): Value | undefined {
    let oldest: [Key, Entry<Value>] | undefined;
    for (const entry of this.#entries) if (!oldest || entry[1].usedAt < oldest[1].usedAt) oldest = entry;
    if (!oldest) return undefined;
    this.#entries.delete(oldest[0]);
    return oldest[1].value;
  }
}
