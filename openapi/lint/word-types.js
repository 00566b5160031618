/**
 * Tells Redocly which of our words hold schemas, so that it finds what their references lead to: what is derived is written
 * into the files that it has read, and it reads only those that it finds.
 */
export function wordTypes(types) {
  return {
    ...types,
    Schema: withProperties(types.Schema, { 'x-fields-of': sources, 'x-input': 'Schema' }),
    Response: withProperties(types.Response, { 'x-page': 'Page' }),
    PathItem: withProperties(types.PathItem, { 'x-template': 'Template' }),
    FieldSources: { properties: {}, items: 'Schema' },
    Page: { properties: { of: 'Schema' } },
    Template: { properties: {}, additionalProperties: valueType },
  };
}

function withProperties(type, properties) {
  return { ...type, properties: { ...type.properties, ...properties } };
}

function sources(value) {
  return Array.isArray(value) ? 'FieldSources' : 'Schema';
}

/** A value of a template that is a reference leads to a schema. */
function valueType(value) {
  return value?.$ref === undefined ? { type: 'string' } : 'Schema';
}
