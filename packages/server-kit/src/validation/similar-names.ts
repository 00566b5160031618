/** Names used by other services. */
const synonyms: Readonly<Record<string, string>> = {
  cursor: 'after',
  page: 'offset',
  pagesize: 'limit',
  perpage: 'limit',
  startingafter: 'after',
};

/** Converts a name to lower case and removes the separators of snake case and kebab case. */
function plain(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Returns a hint with the most similar name; empty if none is similar. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const meant = [plain(name), synonyms[plain(name)]];
  const found = [...names].find((known) => meant.includes(plain(known)));
  return found === undefined ? '' : `; did you mean ${found}?`;
}
