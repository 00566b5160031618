/**
 * `x-read-by` of a 201 response is the operationId of the GET that reads the new record. It is required if the collection has
 * such a GET.
 */
export function createdRecord() {
  const reads = new Map();
  const creations = [];
  return {
    Root: {
      leave(_root, { report }) {
        const operationIds = new Set(reads.values());
        for (const { collection, readBy, location } of creations) {
          if (readBy === undefined && reads.has(collection)) {
            report({
              message: `A GET reads the new record: add x-read-by: ${reads.get(collection)}.`,
              location,
            });
          }
          if (readBy !== undefined && !operationIds.has(readBy)) {
            report({ message: `x-read-by: ${readBy} does not read one record.`, location });
          }
        }
      },
    },
    Paths: {
      PathItem({ get, post }, ctx) {
        const path = String(ctx.key);
        const created = post?.responses['201'];
        if (get !== undefined && path.endsWith('}'))
          reads.set(path.replace(/\/\{\w+\}$/, ''), get.operationId);
        if (created !== undefined) {
          const location = ctx.location.child(['post', 'responses', '201']);
          creations.push({ collection: path, readBy: created['x-read-by'], location });
        }
      },
    },
  };
}
