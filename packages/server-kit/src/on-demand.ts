/** Makes a thing when it is first asked for, and keeps it. */
export function onDemand<Thing>(make: (name: string) => Thing): (name: string) => Thing {
  const made = new Map<string, Thing>();
  return (name) => {
    const thing = made.get(name) ?? make(name);
    made.set(name, thing);
    return thing;
  };
}
