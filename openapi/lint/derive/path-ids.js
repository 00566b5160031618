import { fileURLToPath } from 'node:url';
import { reference } from './files.js';
import { filledTemplate } from './template.js';

const template = fileURLToPath(new URL('../../templates/path-id.yaml', import.meta.url));

/**
 * Resolves `x-path-ids` (parameter → { of, example?, noun? }) to path parameters. Several paths can name the same record; one
 * of them gives the example, and the noun if it differs from the name of the record.
 */
export function pathIds() {
  const records = new Map();
  return {
    /** The parameters of a path item, as references of its file. */
    parametersOf(pathItem, { file, document }) {
      return Object.entries(pathItem['x-path-ids'] ?? {}).map(([name, { of, example, noun }]) => {
        const component = `${of}PathId`;
        const known = records.get(component) ?? { of };
        const own = Object.entries({ name, example, noun }).filter(([, value]) => value !== undefined);
        for (const [key, value] of own)
          if ((known[key] ?? value) !== value)
            throw new Error(
              `x-path-ids: ${file} gives ${of} the ${key} ${value}, another path ${known[key]}`,
            );
        records.set(component, { ...known, ...Object.fromEntries(own) });
        return { $ref: `${reference(file, document.file)}#/components/parameters/${component}` };
      });
    },
    complete(document) {
      for (const [component, { of, name, example, noun = spacedWords(of) }] of records) {
        if (example === undefined) throw new Error(`x-path-ids: no path gives an example of ${component}`);
        const parameter = filledTemplate(
          template,
          { name, example, noun },
          { file: document.file, document },
        );
        document.addComponent('parameters', component, parameter);
      }
    },
  };
}

/** `mounting system` of `MountingSystem`. */
function spacedWords(name) {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
