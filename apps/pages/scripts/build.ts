import { fileURLToPath } from 'node:url';
import { buildPages } from './build-pages.ts';

await buildPages(fileURLToPath(new URL('../dist/', import.meta.url)));
