const derivedWords = [
  'x-derived',
  'x-fields-of',
  'x-format',
  'x-guide',
  'x-input',
  'x-only',
  'x-page',
  'x-path-ids',
  'x-required',
  'x-template',
  'x-vocabulary',
];

/** No extension is left after deriving: each one is in the right place of a file that was reached. */
export function nothingLeft() {
  return {
    any: {
      enter(node, { report, location }) {
        for (const word of derivedWords.filter((name) => Object.hasOwn(node ?? {}, name))) {
          report({ message: `Nothing was derived from ${word} here.`, location: location.child(word) });
        }
      },
    },
  };
}
