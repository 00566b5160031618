/**
 * Returns the values of a path's placeholders, such as `{ id: '1001' }` for `/v1/customers/{id}`.
 *
 * @throws {TypeError} for a missing or empty value or dots, which would change the path
 */
export function pathParameters(path: string, request: Record<string, unknown>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [, name = ''] of path.matchAll(/{(\w+)}/g)) {
    const given = request[name];
    if (given === undefined || given === null) throw new TypeError(`${name} of ${path} is missing`);
    const value = String(given);
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} of ${path} cannot be "${value}"`);
    values[name] = value;
  }
  return values;
}
