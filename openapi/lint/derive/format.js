/** Resolves `x-format`: adds the format and the pattern of that entry of formats.yaml to the schema. */
export function writeFormat(schema, { formats }) {
  const name = schema['x-format'];
  if (name === undefined) return;
  if (!Object.hasOwn(formats, name)) throw new Error(`x-format: formats.yaml has no ${name}`);
  const { format, pattern } = formats[name];
  Object.assign(schema, format !== undefined && { format }, pattern !== undefined && { pattern });
  delete schema['x-format'];
}
