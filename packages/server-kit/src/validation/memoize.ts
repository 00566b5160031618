/** Returns a function that creates a value on first use and caches it by name. */
export function memoize<Value>(create: (name: string) => Value): (name: string) => Value {
  const cache = new Map<string, Value>();
  return (name) => {
    const value = cache.get(name) ?? create(name);
    cache.set(name, value);
    return value;
  };
}
