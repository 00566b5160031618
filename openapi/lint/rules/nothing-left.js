const derivedWords = [
  'x-derived',
  'x-fields-of',
  'x-form',
  'x-guide',
  'x-input',
  'x-only',
  'x-page',
  'x-path-ids',
  'x-required',
  'x-template',
  'x-vocabulary',
];

/** Every word that something is derived from has been understood: it stands where it belongs, in a file that was reached. */
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
