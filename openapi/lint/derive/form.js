/** Resolves `x-form`: adds the format and the pattern of that form to the schema. */
export function writeForm(schema, { forms }) {
  const name = schema['x-form'];
  if (name === undefined) return;
  if (!Object.hasOwn(forms, name)) throw new Error(`x-form: there is no form ${name}`);
  const { format, pattern } = forms[name];
  Object.assign(schema, format !== undefined && { format }, pattern !== undefined && { pattern });
  delete schema['x-form'];
}
