import { basename } from 'node:path';
import { composedExample } from './composed-example.js';
import { fileOf, mapReferences, moved, readYaml, reference } from './files.js';

/**
 * Fills a template. In texts and keys, `<name>` becomes the text of that value, `<one.other>` that of `other` within `one`; a
 * text that consists only of a placeholder becomes the value itself, of any type. A placeholder stands for a whole word: names
 * cannot be composed, so that a search finds every operationId and component in full. The `components` of the template are
 * added to the root document, where its `#/` references point.
 *
 * @param {object} values with references relative to `file`
 * @param {{file: string, document: object}} target the file and the document of the result
 * @returns the rest of the template, with references relative to `file`
 */
export function filledTemplate(templateFile, values, { file, document }) {
  const inTemplate = moved(values, file, templateFile);
  const { components = {}, ...content } = filled(readYaml(templateFile), inTemplate, templateFile);
  for (const [name, example] of Object.entries(components.examples ?? {})) {
    document.addComponent('examples', name, composed(example, templateFile));
  }
  for (const [name, schema] of Object.entries(components.schemas ?? {})) {
    document.addComponent('schemas', name, moved(schema, templateFile, document.file));
  }
  const root = reference(file, document.file);
  return mapReferences(moved(withExamples(content, templateFile, document), templateFile, file), (node) => ({
    ...node,
    $ref: node.$ref.startsWith('#') ? root + node.$ref : node.$ref,
  }));
}

const placeholder = /<(\w+(?:[ .]\w+)*)>/g;
const wholePlaceholder = /^<(\w+(?:[ .]\w+)*)>$/;
const partOfWord = /[\w>]<\w[\w .]*>|<\w[\w .]*>\w/;

function filled(node, values, templateFile) {
  const value = (path) => {
    const found = path.split('.').reduce((part, name) => part?.[name], values);
    if (found === undefined) throw new Error(`${templateFile}: there is no value for <${path}>`);
    return found;
  };
  const text = (template) => {
    if (partOfWord.test(template))
      throw new Error(`${templateFile}: ${template} composes a name; the values must give it in full`);
    // An empty value leaves no double space between two sentences.
    return template.replaceAll(placeholder, (_, name) => String(value(name))).replaceAll(/ {2,}/g, ' ');
  };
  const fill = (part) => {
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(Object.entries(part).map(([key, inner]) => [text(key), fill(inner)]));
    if (typeof part !== 'string') return part;
    const whole = wholePlaceholder.exec(part);
    return whole === null ? text(part) : value(whole[1]);
  };
  return fill(node);
}

/**
 * Completes the examples of a template. Referenced ones are added as components: Redocly has not read files whose names contain
 * placeholders.
 */
function withExamples(node, templateFile, document) {
  if (Array.isArray(node)) return node.map((part) => withExamples(part, templateFile, document));
  if (typeof node !== 'object' || node === null) return node;
  const complete = (example) => {
    if (example.$ref === undefined) return composed(example, templateFile);
    if (example.$ref.startsWith('#')) return example;
    const file = fileOf(example.$ref, templateFile);
    const name = basename(file, '.yaml');
    document.addComponent('examples', name, composed(readYaml(file), file));
    return { $ref: `#/components/examples/${name}` };
  };
  return mapValues(node, (part, key) =>
    key === 'examples' && !Array.isArray(part)
      ? mapValues(part, complete)
      : withExamples(part, templateFile, document),
  );
}

function mapValues(node, change) {
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, change(part, key)]));
}

function composed(example, file) {
  return { ...example, value: composedExample(example.value, file) };
}
