import { mainDocument } from './documents.ts';

/** The module that lists the documents of the contract with what is generated of each. */
export function documentList(names: readonly string[]): string {
  const imports = names.map((name) => `import * as ${identifier(name)} from './${name}/index.ts';\n`);
  const entries = names.map(
    (name) => `  ${name}: { bundle: '${bundleOf(name)}', ...${identifier(name)} },\n`,
  );
  return `${imports.join('')}
/** The name of the document that the package itself exports; every other document has a subpath of its name. */
export const mainDocument = '${mainDocument}';

/** Every document of the contract by its name: the module of its bundle, and its tables. */
export const documents = {
${entries.join('')}};
`;
}

function bundleOf(name: string): string {
  return `@pv-planning/contract/${name === mainDocument ? '' : `${name}/`}openapi.json`;
}

function identifier(name: string): string {
  return `${name}Document`;
}
