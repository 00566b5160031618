/** Stands in the OpenAPI document for what is described elsewhere in it: `{ $ref: '#/components/schemas/Customer' }`. */
export interface Reference {
  $ref: string;
}

/**
 * Follows a reference inside the document; anything else is returned as it is. What stands beside the reference, such as a
 * `description`, wins over what it leads to.
 *
 * @throws Error when it leads nowhere
 */
export function resolveReference<T extends object>(document: object, node: T | Reference): T {
  const { $ref, ...own } = node as Partial<Reference>;
  if ($ref === undefined) return node as T;
  let target: unknown = document;
  for (const key of $ref.slice('#/'.length).split('/')) {
    target = (target as Record<string, unknown> | undefined)?.[unescaped(key)];
  }
  if (typeof target !== 'object' || target === null) throw new Error(`The document has no ${$ref}.`);
  const found = resolveReference<T>(document, target as T | Reference);
  return Object.keys(own).length === 0 ? found : { ...found, ...own };
}

function unescaped(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}
