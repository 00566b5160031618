import { runCommandLine } from './command-line.ts';

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  environment: process.env,
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
});
