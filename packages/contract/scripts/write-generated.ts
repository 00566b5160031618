import { writeFileSync } from 'node:fs';

/** Writes a module that nobody edits. */
export function writeGenerated(file: string, text: string): void {
  writeFileSync(file, `// Generated from openapi/ by "npm run generate". Do not edit.\n${text}`);
}
