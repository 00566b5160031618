/**
 * Tells Redocly which extensions contain schemas, so that it reads the files they reference: derived content is written into
 * the files that it has read.
 */
export function extensionTypes(types) {
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

/** Redocly reads the schemas among the values of a template; the template itself reads the examples. */
function valueType(value) {
  return value?.$ref?.includes('/schemas/') ? 'Schema' : { type: 'string' };
}
