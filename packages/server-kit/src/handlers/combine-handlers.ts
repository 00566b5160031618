type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer Members,
) => void
  ? Members
  : never;

/**
 * Combines the handlers of several modules. A spread would silently drop one of two handlers with the same name.
 *
 * @throws Error if two of them handle the same operation
 */
export function combineHandlers<const Maps extends readonly object[]>(
  ...maps: Maps
): Intersection<Maps[number]> {
  const operationIds = maps.flatMap((map) => Object.keys(map));
  const doubled = operationIds.filter((operationId, index) => operationIds.indexOf(operationId) !== index);
  if (doubled.length > 0) throw new Error(`More than one handler: ${doubled.join(', ')}.`);
  return Object.assign({}, ...maps);
}
