/**
 * Tells Redocly which extensions contain schemas, so that it reads the files they reference: derived content is written into
 * the files that it has read.
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

/** A template value that is a reference points to a schema. */
function valueType(value) {
  return value?.$ref === undefined ? { type: 'string' } : 'Schema';
}
