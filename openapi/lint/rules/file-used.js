import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const folders = ['paths', 'webhooks', 'components/schemas', 'components/parameters', 'components/examples'];
const lint = fileURLToPath(new URL('..', import.meta.url));

/** Every path, webhook, schema, parameter and example is referred to, so that a forgotten line in the document is noticed. */
export function fileUsed() {
  return {
    Root(_root, { report, location }) {
      const root = dirname(location.source.absoluteRef);
      const files = filesIn(root, '.yaml');
      const used = new Set([
        ...files.flatMap((file) => referencesIn(join(root, file), dirname(file))),
        ...filesIn(lint, '.js').flatMap((file) => referencesIn(join(lint, file), '.')),
      ]);
      for (const folder of folders) {
        for (const name of filesIn(join(root, folder), '.yaml')) {
          const file = join(folder, name);
          if (!used.has(file))
            report({
              message: `No file refers to ${file}. ${remedyFor(folder)}`,
              location: location.child('openapi'),
            });
        }
      }
    },
  };
}

function filesIn(folder, extension) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(extension));
}

/** The paths of YAML files in a text, which are relative to a folder. */
function referencesIn(file, folder) {
  return Array.from(readFileSync(file, 'utf8').matchAll(/[\w./{}-]+\.yaml/g), ([path]) =>
    normalize(join(folder, path)),
  );
}

function remedyFor(folder) {
  return folder.startsWith('components/')
    ? 'Use it or delete it.'
    : `List it under ${folder} of the document.`;
}
