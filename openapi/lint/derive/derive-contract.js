import { dirname, join } from 'node:path';
import { resolved } from '../resolved.js';
import { vocabularyOf } from '../vocabulary.js';
import { checkExtensions } from './check-extensions.js';
import { completePathItem } from './complete-path-item.js';
import { composedExample } from './composed-example.js';
import { derivedDocument } from './derived-document.js';
import { eventSchemas } from './event-schemas.js';
import { addFields, removeInputExtensions, requireAll } from './fields-of.js';
import { fileOf, readYaml } from './files.js';
import { writeFormat } from './format.js';
import { guideText } from './guide-text.js';
import { limitHeaders } from './headers.js';
import { pathIds } from './path-ids.js';
import { replaceContent } from './replace-content.js';
import { filledTemplate } from './template.js';

/**
 * Adds to the document what follows from its extensions, before linting and before bundling. openapi/README.md lists the
 * extensions.
 *
 * Nodes are changed when the walk leaves them, because it cannot follow references that were added after it began.
 */
export function deriveContract() {
  const events = eventSchemas();
  const ids = pathIds();
  const operations = [];
  /** path → references to the path items that its template generates, by full path. */
  const generated = new Map();
  let vocabulary;
  let document;

  function fromTemplate({ 'x-template': { file: template, ...values } }, file, more) {
    return filledTemplate(join(dirname(file), template), { ...values, ...more }, { file, document });
  }

  return {
    Root: {
      enter(root, { location }) {
        document = derivedDocument(location.source.absoluteRef);
        checkExtensions(dirname(document.file));
        vocabulary = vocabularyOf(root, document.file);
      },
      leave(root) {
        ids.complete(document);
        for (const [name, header] of Object.entries(limitHeaders(document, vocabulary.limits)))
          document.addComponent('headers', name, header);
        document.writeInto(root);
        events.complete();
        for (const tag of root.tags ?? []) {
          if (tag.description?.$ref !== undefined)
            tag.description = guideText(fileOf(tag.description.$ref, document.file), vocabulary, operations);
        }
      },
    },
    Paths: {
      leave(paths) {
        for (const [path, pathItem] of Object.entries(paths)) {
          delete paths[path];
          if (!generated.has(path)) paths[path] = pathItem;
          else Object.assign(paths, generated.get(path));
        }
      },
      PathItem: {
        leave(pathItem, ctx) {
          const file = ctx.location.source.absoluteRef;
          const complete = (item, resolve) => {
            const target = { file, document, resolve };
            operations.push(...completePathItem(item, { vocabulary, pathIds: ids, target }));
          };
          if (pathItem['x-template'] === undefined) return complete(pathItem, (node) => resolved(node, ctx));
          if (ctx.rawNode.$ref === undefined)
            throw new Error(`x-template: ${file} has it at ${ctx.key}; the path needs a file of its own`);
          const { paths } = fromTemplate(pathItem, file);
          replaceContent(pathItem, { paths });
          const references = Object.keys(paths).map((suffix) => [
            `${ctx.key}${suffix}`.replace(/\/$/, ''),
            { $ref: `${ctx.rawNode.$ref}#/paths/${suffix.replaceAll('/', '~1')}` },
          ]);
          generated.set(String(ctx.key), Object.fromEntries(references));
          for (const item of Object.values(paths)) complete(item, (node) => readNode(node, file));
        },
      },
    },
    WebhooksMap: {
      PathItem: {
        leave(pathItem, ctx) {
          const file = ctx.location.source.absoluteRef;
          const event = String(ctx.key);
          if (pathItem['x-template'] === undefined)
            throw new Error(`x-template: the webhook ${event} needs templates/event.yaml`);
          replaceContent(pathItem, fromTemplate(pathItem, file, { event }));
          events.add(event, pathItem, file);
        },
      },
    },
    Schema: {
      leave(schema, ctx) {
        const file = ctx.location.source.absoluteRef;
        events.noteSchema(schema, file);
        addFields(schema, file);
        removeInputExtensions(schema);
        requireAll(schema);
        writeFormat(schema, vocabulary);
      },
    },
    Example: {
      leave(example, ctx) {
        example.value = composedExample(example.value, ctx.location.source.absoluteRef);
      },
    },
  };
}

/** The file that a node refers to, or the node itself. */
function readNode(node, file) {
  return node.$ref === undefined ? node : readYaml(fileOf(node.$ref, file));
}
