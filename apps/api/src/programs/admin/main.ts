import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Most of a command's run time is loading code. The cache has its own directory, because other users could write code to a shared one.
enableCompileCache(fileURLToPath(new URL('../../../../../node_modules/.cache/admin', import.meta.url)));
// A static import would load all modules before the cache is enabled.
const { runCommandLine } = await import('./command-line.ts');

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  environment: process.env,
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
});
