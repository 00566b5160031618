import { completeOperation } from './complete-operation.js';
import { addEntityTag } from './entity-tag.js';
import { errorResponses } from './error-responses.js';
import { completePage } from './page.js';
import { replaceContent } from './replace-content.js';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Adds to a path item and its operations what follows from their extensions and their shape.
 * @param {object} pathItem changed in place
 * @param {{file: string, document: object, resolve: (node: object) => object}} target the file and the document of the path
 *   item, and a function that resolves references of the file
 */
export function completePathItem(pathItem, { vocabulary, pathIds, target }) {
  const ids = pathIds.parametersOf(pathItem, target);
  const shared = [
    ...ids.map(() => ({ in: 'path' })),
    ...(pathItem.parameters ?? []).map((parameter) => target.resolve(parameter)),
  ];
  const present = methods.filter((method) => pathItem[method] !== undefined);
  const completed = present.map((method) => {
    const operation = pathItem[method];
    const own = (operation.parameters ?? []).map((parameter) => target.resolve(parameter));
    const parameters = [
      ...shared,
      ...own,
      ...addEntityTag(operation, { method, pathItem, vocabulary }, target),
    ];
    completePage(operation, target);
    const errors = errorResponses(vocabulary, operation, parameters);
    for (const [name, response] of Object.entries(errors.components))
      target.document.addComponent('responses', name, response);
    completeOperation(operation, { parameters, errors: errors.names, limits: vocabulary.limits }, target);
    return { operation, codes: errors.codes };
  });
  const { 'x-path-ids': _, parameters = [], ...others } = pathItem;
  if (ids.length > 0) replaceContent(pathItem, { parameters: [...ids, ...parameters], ...others });
  return completed;
}
