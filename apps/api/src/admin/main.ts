import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Most of a command's time is loading code. A directory of our own: in the shared temporary one others could put code.
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/admin', import.meta.url)));
// Not a static import, which would load everything before the cache is on.
const { runCommandLine } = await import('./command-line.ts');

// A reader such as `head` may leave before the end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  environment: process.env,
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
});
