// Before packing: npm packs only what is in the folder of the package, and a license has to go with every copy.
import { copyFileSync } from 'node:fs';

copyFileSync(new URL('../LICENSE', import.meta.url), 'LICENSE');
