import { takesHeader } from '../vocabulary.js';
import { headerRefs, successHeaders } from './headers.js';
import { sortParameter } from './sort-parameter.js';

/**
 * Adds to an operation what follows from its shape: headers, 304, error responses, `sort`.
 * @param {{parameters: object[], errors: Record<string, string>, componentsFolder: string, rootComponents: string}} known
 *   its resolved parameters, the name of the error response for each status, and where components are found from here
 */
export function completeOperation(operation, { parameters, errors, componentsFolder, rootComponents }) {
  for (const response of Object.values(operation.responses)) {
    const headers = headerRefs(`${componentsFolder}/headers`, successHeaders(response, parameters));
    response.headers = { ...response.headers, ...headers };
  }
  if (takesHeader(parameters, 'If-None-Match')) {
    operation.responses['304'] = { $ref: `${componentsFolder}/responses/NotModified.yaml` };
  }
  for (const [status, name] of Object.entries(errors)) {
    operation.responses[status] = { $ref: `${rootComponents}/responses/${name}` };
  }
  const sortable = operation['x-sortable'];
  if (sortable !== undefined)
    operation.parameters = [...(operation.parameters ?? []), sortParameter(sortable)];
}
