import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The document that the package itself exports; every other document has a subpath of its name. */
export const mainDocument = 'public';

/** A document of the contract. */
export interface DocumentSource {
  /** Such as `public`: the folder of what is generated from it. */
  name: string;
  /** Its name in redocly.yaml, with a version. */
  alias: string;
  /** Its root file. */
  root: string;
  /** The path of redocly.yaml. */
  configuration: string;
}

/** The documents of the contract: redocly.yaml lists them, beside the workflows. */
export function documentSources(repository: string): DocumentSource[] {
  const configuration = join(repository, 'redocly.yaml');
  const { apis }: { apis: Record<string, { root: string }> } = parse(readFileSync(configuration, 'utf8'));
  return Object.entries(apis)
    .filter(([, { root }]) => !root.endsWith('.arazzo.yaml'))
    .map(([alias, { root }]) => ({
      name: alias.replace(/@.*/, ''),
      alias,
      root: join(repository, root),
      configuration,
    }));
}
