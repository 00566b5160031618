// Runs before packing: npm packs only files in the package's folder, and every copy must include the license.
import { copyFileSync } from 'node:fs';

copyFileSync(new URL('../LICENSE', import.meta.url), 'LICENSE');
