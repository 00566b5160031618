import { takesHeader } from '../vocabulary.js';
import { reference } from './files.js';
import { headerRefs, successHeaders } from './headers.js';
import { limitsText } from './limits-text.js';
import { sortParameter } from './sort-parameter.js';

/**
 * Adds what follows from the shape of an operation: headers, 304, error responses, `sort`, the sentence about its limits.
 * @param {{parameters: object[], errors: Record<string, string>, limits?: object}} known the resolved parameters, the name of the
 *   error response per status, and the limits of the document
 * @param {{file: string, document: object}} target the file and the document of the operation
 */
export function completeOperation(operation, { parameters, errors, limits }, { file, document }) {
  const root = reference(file, document.file);
  const componentsFolder = reference(file, document.file, '..', 'components');
  const written = Object.keys(operation.responses).find((status) => !/^[23]/.test(status));
  if (written !== undefined)
    throw new Error(`x-errors: ${file} has the response ${written}; error responses are derived from codes`);
  for (const response of Object.values(operation.responses)) {
    const names = successHeaders(response, parameters);
    const headers = headerRefs(names, { folder: `${componentsFolder}/headers`, root, limits });
    response.headers = { ...response.headers, ...headers };
  }
  if (takesHeader(parameters, 'If-None-Match')) {
    operation.responses['304'] = { $ref: `${componentsFolder}/responses/NotModified.yaml` };
  }
  for (const [status, name] of Object.entries(errors)) {
    operation.responses[status] = { $ref: `${root}#/components/responses/${name}` };
  }
  const limited = limitsText(operation['x-limits'], limits);
  if (limited !== '') operation.description = `${operation.description.trimEnd()}\n\n${limited}`;
  const sortable = operation['x-sortable'];
  if (sortable !== undefined)
    operation.parameters = [...(operation.parameters ?? []), sortParameter(sortable)];
}
