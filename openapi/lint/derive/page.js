import { fileURLToPath } from 'node:url';
import { hasField } from './has-field.js';
import { replaceContent } from './replace-content.js';
import { filledTemplate } from './template.js';

const template = fileURLToPath(new URL('../../templates/page.yaml', import.meta.url));

/**
 * Resolves `x-page` of a 200 response: adds the page parameters, the response with its `Link`, its schema and its example to the
 * operation, and `updatedFrom` and `updatedTo` if the records have `updatedAt`. Filters with an enumeration take several values.
 * `include: { lines: Offer.yaml }` adds the parameter `include`, with which the items are of that schema.
 */
export function completePage(operation, target) {
  const page = operation.responses['200']?.['x-page'];
  if (page === undefined) return;
  if (operation['x-sortable'] === undefined) throw new Error(`x-page: ${target.file} needs x-sortable`);
  const { schema, of, records, example, include = {} } = page;
  const [[part, complete] = []] = Object.entries(include);
  const items = complete === undefined ? of : { anyOf: [complete, of] };
  const { name, summary, data } = example;
  const { parameters, changes, response } = filledTemplate(
    template,
    { schema, of: items, records, example: name, summary, data, total: data.length },
    target,
  );
  const { responses, parameters: filters = [], ...others } = operation;
  replaceContent(operation, {
    ...others,
    parameters: [
      ...parameters,
      ...(part === undefined ? [] : [includeParameter(part, records)]),
      ...filters.map((filter) => ofSeveral(filter, target)),
      ...(hasField(of, target.file, 'updatedAt') ? changes : []),
    ],
    responses: { ...responses, 200: response },
  });
}

/** Completes the records of a list, so that a copy needs no read for each record. */
function includeParameter(part, records) {
  return {
    name: 'include',
    in: 'query',
    description:
      `With \`${part}\`, the ${records} are complete, as single reads return them. \`limit\` is then at most 50, and \`offset\` ` +
      `cannot be used. A page ends after 5,000 ${part}, even if it has fewer ${records} than \`limit\`; the \`Link\` goes on.`,
    schema: { type: 'string', enum: [part] },
    example: part,
  };
}

/** A filter with an enumeration takes several of its values, separated by commas. */
function ofSeveral(filter, { file, resolve }) {
  if (filter.schema === undefined) {
    const { name, schema } = resolve(filter);
    if (schema.enum === undefined) return filter;
    throw new Error(
      `x-page: ${file} takes the filter ${name} from a file; write it here, so that it takes several values`,
    );
  }
  const schema = resolve(filter.schema);
  if (schema.enum === undefined) return filter;
  return {
    ...filter,
    description: `${filter.description.trimEnd()} Several values are separated by commas.`,
    style: 'form',
    explode: false,
    schema: { type: 'array', minItems: 1, maxItems: 20, items: filter.schema },
    example: [filter.example],
  };
}
