/** A map of limited size. When it is full, a new entry replaces the one whose last use is longest ago. */
export class LeastRecentlyUsedMap<Key, Value> {
  readonly #limit: number;
  /** In order of their last use. */
  readonly #entries = new Map<Key, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  /** Adds an entry. Returns the value that it replaces, if any. */
  add(key: Key, value: Value): Value | undefined {
    let replaced: Value | undefined;
    const [oldest] = this.#entries;
    if (oldest && this.#entries.size >= this.#limit) {
      replaced = oldest[1];
      this.#entries.delete(oldest[0]);
    }
    this.#entries.set(key, value);
    return replaced;
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
