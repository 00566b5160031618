// The search. The build uses the same options, so that both cut texts into the same words.
globalThis.siteSearch = (() => {
  /** Words that questions have, but no answer. */
  const ignored = new Set(
    'a an and are can do does for from how i in is it mean means my of on or the through to what when where which with'
      .concat(' das der die ein eine für ich ist mit und von was wie')
      .split(' '),
  );
  const folded = (word) =>
    word.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
  const spelled = (word) =>
    folded(word.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue'));

  const options = {
    fields: ['title', 'names', 'text'],
    storeFields: ['title', 'kind', 'note', 'address', 'weight'],
    /** Names are found as a whole and by their parts. */
    tokenize: (text) =>
      text
        .split(/[^\p{L}\p{N}_.:]+/u)
        .flatMap((word) => [word, ...word.split(/[_.:]|(?<=[a-z])(?=[A-Z])/)])
        .filter((word) => word.length > 1),
    /** Umlauts are found as ä, a and ae. */
    processTerm: (word) =>
      ignored.has(word.toLowerCase()) ? null : [...new Set([folded(word), spelled(word)])],
  };

  const query = {
    boost: { title: 4, names: 2 },
    boostDocument: (_id, _term, { weight }) => weight,
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    processTerm: (word) => (ignored.has(word.toLowerCase()) ? null : folded(word)),
  };

  /** Finds a path first, then records with all words of a text, then those with some. */
  function find(index, text) {
    const all = index.search(text, { ...query, combineWith: 'AND' });
    const paths = all.filter(({ note }) => text.startsWith('/') && ` ${note} `.includes(` ${text} `));
    const found = new Map([...paths, ...all, ...index.search(text, query)].map((one) => [one.id, one]));
    return [...found.values()].slice(0, 15);
  }

  return { options, find };
})();
