import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { derivedDocument } from './derive/derived-document.js';
import { entityTagHeader } from './derive/entity-tag.js';
import { fileOf, readYaml } from './derive/files.js';
import { filledTemplate } from './derive/template.js';
import { codesOf, scopesOf, vocabularyOf } from './vocabulary.js';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The operations of all documents in a folder, before anything is derived, with what they use of the shared files.
 * @returns {{operation: object, codes: string[], scopes: string[], actions: string[]}[]}
 */
export function operationsIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({ file: join(folder, name), root: readYaml(join(folder, name)) }))
    .filter(({ root }) => root?.openapi !== undefined)
    .flatMap(({ file, root }) => operationsOf(root, file));
}

function operationsOf(root, rootFile) {
  const vocabulary = vocabularyOf(root, rootFile);
  return Object.values(root.paths ?? {}).flatMap(({ $ref = '' }) => {
    const file = fileOf($ref, rootFile);
    if (!existsSync(file)) return [];
    return pathItemsIn(file, rootFile).flatMap((pathItem) =>
      methods
        .filter((method) => pathItem[method] !== undefined)
        .map((method) => {
          const operation = pathItem[method];
          const parameters = [
            ...parametersOf(pathItem, operation, file),
            { in: 'header', name: entityTagHeader(operation, method) },
          ];
          return {
            operation,
            codes: codesOf(vocabulary, operation, parameters),
            scopes: scopesOf(operation),
            actions: Object.entries(operation['x-actions'] ?? {}).flatMap(([record, actions]) =>
              actions.map((action) => `${action} of ${record}`),
            ),
          };
        }),
    );
  });
}

/** The path items of a file: one, or those that its template generates. */
function pathItemsIn(file, rootFile) {
  const pathItem = readYaml(file);
  if (pathItem['x-template'] === undefined) return [pathItem];
  const { file: template, ...values } = pathItem['x-template'];
  const target = { file, document: derivedDocument(rootFile) };
  return Object.values(filledTemplate(join(dirname(file), template), values, target).paths);
}

function parametersOf(pathItem, operation, file) {
  const written = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])];
  return [
    ...Object.keys(pathItem['x-path-ids'] ?? {}).map(() => ({ in: 'path' })),
    ...written.map((parameter) =>
      parameter.$ref === undefined ? parameter : readYaml(fileOf(parameter.$ref, file)),
    ),
  ];
}
