import { takesHeader } from '../vocabulary.js';
import { reference } from './files.js';
import { headerRefs, successHeaders } from './headers.js';
import { sortParameter } from './sort-parameter.js';

/**
 * Adds to an operation what follows from its shape: headers, 304, error responses, `sort`.
 * @param {{parameters: object[], errors: Record<string, string>}} known its resolved parameters, and the name of the error
 *   response for each status
 * @param {{file: string, document: object}} place the file it stands in, and the document that it belongs to
 */
export function completeOperation(operation, { parameters, errors }, { file, document }) {
  const componentsFolder = reference(file, document.file, '..', 'components');
  for (const response of Object.values(operation.responses)) {
    const headers = headerRefs(`${componentsFolder}/headers`, successHeaders(response, parameters));
    response.headers = { ...response.headers, ...headers };
  }
  if (takesHeader(parameters, 'If-None-Match')) {
    operation.responses['304'] = { $ref: `${componentsFolder}/responses/NotModified.yaml` };
  }
  for (const [status, name] of Object.entries(errors)) {
    operation.responses[status] = {
      $ref: `${reference(file, document.file)}#/components/responses/${name}`,
    };
  }
  const sortable = operation['x-sortable'];
  if (sortable !== undefined)
    operation.parameters = [...(operation.parameters ?? []), sortParameter(sortable)];
}
