const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The GET of a record that can be changed has an `ETag`, and so has every operation that changes the record or its parts: all of
 * them name the GET in `x-etag-of`. Null in its place says that an operation below the path of the record does not change it.
 */
export function conditionalRequests() {
  const operations = [];
  return {
    Root: {
      leave(_root, { report }) {
        const owners = new Map(
          operations.filter(isOwner).map(({ operation, path }) => [operation.operationId, path]),
        );
        for (const { operation, path, method, pathItem, location } of operations) {
          const named = operation['x-etag-of'];
          if (named && !owners.has(named)) {
            report({
              message: `x-etag-of: ${named} is not a GET that names itself.`,
              location: location.child('x-etag-of'),
            });
          }
          if (!named && hasTag(operation)) {
            report({ message: 'An ETag is derived: name its owner in x-etag-of.', location });
          }
          const created = operation.responses['201'];
          const isOwnRecord = created && owners.has(named) && !isAtOrBelow(path, owners.get(named));
          if (isOwnRecord && created['x-read-by'] !== named) {
            report({
              message: `The ETag is that of the new record: add x-read-by: ${named}.`,
              location: location.child(['responses', '201']),
            });
          }
          if (named !== undefined) continue;
          const [owner] = [...owners].find(([, ownerPath]) => isAtOrBelow(path, ownerPath)) ?? [];
          const isRead = method === 'get';
          if (isRead && isRecord(path) && isChangeable(pathItem)) {
            const message = 'This record can be changed, so its GET has an ETag: add x-etag-of.';
            report({ message, location });
          }
          if (!isRead && owner !== undefined) {
            const message = `This ${method.toUpperCase()} is below the path of a record with an ETag: add x-etag-of: ${owner}, or null if it does not change the record.`;
            report({ message, location });
          }
        }
      },
    },
    Paths: {
      PathItem(pathItem, { key, location }) {
        for (const method of methods.filter((name) => pathItem[name] !== undefined)) {
          operations.push({
            operation: pathItem[method],
            path: String(key),
            method,
            pathItem,
            location: location.child(method),
          });
        }
      },
    },
  };
}

function isOwner({ operation, method }) {
  return method === 'get' && operation['x-etag-of'] === operation.operationId;
}

function isRecord(path) {
  return path.endsWith('}');
}

function isChangeable({ patch, delete: deletion }) {
  return patch !== undefined || deletion !== undefined;
}

function isAtOrBelow(path, ownerPath) {
  return path === ownerPath || path.startsWith(`${ownerPath}/`);
}

function hasTag({ responses }) {
  return Object.values(responses).some(({ headers }) => headers?.ETag !== undefined);
}
