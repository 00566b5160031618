import type { OpenApiDocument, Schema } from '../src/document.ts';
import { comment } from './print-table.ts';

/** A named type for every record, list, request body, event and enumeration of the document. */
export function schemaTypes(document: OpenApiDocument): string {
  const declarations = Object.entries(document.components.schemas)
    .filter(([, schema]) => !isPlainScalar(schema))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `\n${comment(schema.description ?? '', '')}${declaration(name, schema)}\n`);
  return `import type { components } from './api.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
${declarations.join('')}`;
}

/** An interface where possible: editors then show its name instead of all its fields. */
function declaration(name: string, schema: Schema): string {
  return schema.type === 'object'
    ? `export interface ${name} extends Schema<'${name}'> {}`
    : `export type ${name} = Schema<'${name}'>;`;
}

function isPlainScalar({ type, enum: values, properties, oneOf, allOf }: Schema): boolean {
  const structured = properties ?? oneOf ?? allOf ?? values;
  return structured === undefined && type !== 'array';
}
