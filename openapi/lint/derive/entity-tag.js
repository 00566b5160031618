import { dirname, join } from 'node:path';
import { readYaml, reference } from './files.js';
import { writeFormat } from './format.js';

const parameters = {
  'If-Match': 'components/parameters/IfMatch.yaml',
  'If-None-Match': 'components/parameters/IfNoneMatch.yaml',
};

/**
 * Adds what `x-etag-of` says: a GET takes `If-None-Match`, and an operation that changes the record takes `If-Match`. Responses have
 * the `ETag`, unless the operation deletes the record.
 * @param {object} operation changed in place
 * @param {{method: string, pathItem: object, vocabulary: object}} place
 * @param {{file: string, document: object}} target the file and the document of the operation
 * @returns {object[]} the added parameters
 */
export function addEntityTag(operation, { method, pathItem, vocabulary }, { file, document }) {
  const owner = operation['x-etag-of'];
  if (owner === undefined || owner === null) return [];
  const name = entityTagHeader(operation, method);
  if (name !== undefined) {
    const component = name.replaceAll('-', '');
    const parameter = readYaml(join(dirname(document.file), parameters[name]));
    writeFormat(parameter.schema, vocabulary);
    document.addComponent('parameters', component, parameter);
    const $ref = `${reference(file, document.file)}#/components/parameters/${component}`;
    operation.parameters = [...(operation.parameters ?? []), { $ref }];
  }
  const deletesOwner = method === 'delete' && pathItem.get?.operationId === owner;
  if (!deletesOwner) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const headers = {
        ETag: { $ref: `${reference(file, document.file, '..', 'components')}/headers/ETag.yaml` },
      };
      if (status.startsWith('2')) response.headers = { ...response.headers, ...headers };
    }
  }
  return name === undefined ? [] : [{ in: 'header', name }];
}

/** The request header that compares the `ETag`; none if the operation creates the record or compares nothing. */
export function entityTagHeader({ 'x-etag-of': owner, responses }, method) {
  if (owner === undefined || owner === null) return undefined;
  if (method === 'get') return 'If-None-Match';
  return responses['201']?.['x-read-by'] === owner ? undefined : 'If-Match';
}
