import { fileURLToPath } from 'node:url';
import { hasField } from './has-field.js';
import { replaceContent } from './replace-content.js';
import { filledTemplate } from './template.js';

const template = fileURLToPath(new URL('../../templates/page.yaml', import.meta.url));

/**
 * Resolves `x-page` of a 200 response: adds the page parameters, the response, its schema and its example to the operation.
 */
export function completePage(operation, target) {
  const page = operation.responses['200']?.['x-page'];
  if (page === undefined) return;
  const { schema, of, records, example } = page;
  const { name, summary, data } = example;
  const { parameters, changes, response } = filledTemplate(
    template,
    { schema, of, records, example: name, summary, data, total: data.length },
    target,
  );
  const { responses, parameters: filters = [], ...others } = operation;
  replaceContent(operation, {
    ...others,
    parameters: [...parameters, ...filters, ...(hasField(of, target.file, 'updatedAt') ? changes : [])],
    responses: { ...responses, 200: response },
  });
}
