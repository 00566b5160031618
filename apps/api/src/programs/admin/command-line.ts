import type { Readable } from 'node:stream';
import { CommanderError } from 'commander';
import type { CommandOutput } from './command-output.ts';
import { failureOf } from './failure.ts';
import { adminProgram } from './program.ts';
import { inputReader } from './read-input.ts';
import { inSession } from './session.ts';

export interface CommandLine {
  /** The arguments after `npm run admin --`. */
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Receives the output. */
  print: (text: string) => void;
  /** Receives errors and unrequested help. */
  printError: (text: string) => void;
  /** For files named `-`. Default: the standard input of the process. */
  standardInput?: Readable;
}

/**
 * Runs one command.
 *
 * @returns the exit code: 0 success, 1 failure, 2 invalid command line
 */
export async function runCommandLine({
  args,
  environment,
  print,
  printError,
  standardInput = process.stdin,
}: CommandLine): Promise<0 | 1 | 2> {
  const wantsJson = () => program.opts().json === true;
  const printOutput = ({ json, text }: CommandOutput) =>
    print(`${wantsJson() ? JSON.stringify(json) : text}\n`);
  const program = adminProgram(
    (work) => inSession(environment, async (session) => printOutput(await work(session))),
    inputReader(environment, standardInput),
    {
      writeOut: print,
      writeErr: (help) => {
        if (!wantsJson()) printError(help);
      },
    },
  );
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const isRequestedHelp = error instanceof CommanderError && error.exitCode === 0;
    if (isRequestedHelp) return 0;
    const { exitCode, ...failure } = failureOf(error);
    printError(`${wantsJson() ? JSON.stringify(failure) : failure.message}\n`);
    return exitCode;
  }
}
