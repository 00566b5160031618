/** Every operation, including those of webhooks, has exactly one tag, and the document declares it. */
export function oneTag() {
  let declared = [];
  return {
    Root(root) {
      declared = (root.tags ?? []).map(({ name }) => name);
    },
    Operation({ tags = [] }, { report, location }) {
      const unknown = tags.filter((tag) => !declared.includes(tag));
      if (tags.length !== 1) report({ message: `An operation has one tag, not ${tags.length}.`, location });
      else if (unknown.length > 0) {
        report({ message: `The tag ${unknown[0]} is not declared.`, location: location.child('tags') });
      }
    },
  };
}
