import { readFileSync } from 'node:fs';

/** Describes the extensions of the contract, for editors, rules, the generator and the README. */
export const extensionSchema = JSON.parse(
  readFileSync(new URL('../extensions.schema.json', import.meta.url), 'utf8'),
);

/** name → { title, description, usedIn, stage }, see the schema. */
export const extensions = extensionSchema.definitions.node.then.properties;
