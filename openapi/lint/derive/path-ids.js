import { fileURLToPath } from 'node:url';
import { reference } from './files.js';
import { filledTemplate } from './template.js';

const template = fileURLToPath(new URL('../../templates/path-id.yaml', import.meta.url));

/**
 * Resolves `x-path-ids` (parameter → { of, example?, noun? }) to path parameters. Several paths can name the same record; one
 * of them gives the example.
 */
export function pathIds() {
  const records = new Map();
  return {
    /** The parameters of a path item, as references of its file. */
    parametersOf(pathItem, { file, document }) {
      return Object.entries(pathItem['x-path-ids'] ?? {}).map(([name, { of, example, noun }]) => {
        const component = `${of}PathId`;
        const known = records.get(component) ?? { name, noun: words(of) };
        if (known.name !== name || (known.example ?? example) !== (example ?? known.example))
          throw new Error(`x-path-ids: ${file} names another id of ${of} than the other paths`);
        records.set(component, { ...known, ...(example && { example }), ...(noun && { noun }) });
        return { $ref: `${reference(file, document.file)}#/components/parameters/${component}` };
      });
    },
    complete(document) {
      for (const [component, values] of records) {
        if (values.example === undefined)
          throw new Error(`x-path-ids: no path gives an example of ${component}`);
        const parameter = filledTemplate(template, values, { file: document.file, document });
        document.addComponent('parameters', component, parameter);
      }
    },
  };
}

/** `mounting system` of `MountingSystem`. */
function words(name) {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
