import { CommanderError } from 'commander';
import type { Answer } from './answer.ts';
import { failureOf } from './failure.ts';
import { adminProgram } from './program.ts';
import { inSession } from './session.ts';

export interface CommandLine {
  /** What follows `npm run admin --`. */
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Takes the answer. */
  print: (text: string) => void;
  /** Takes what went wrong, and help that was not asked for. */
  printError: (text: string) => void;
}

/**
 * Runs one command.
 *
 * @returns the exit code: 0 done, 1 refused, 2 not understood
 */
export async function runCommandLine({
  args,
  environment,
  print,
  printError,
}: CommandLine): Promise<0 | 1 | 2> {
  const wantsJson = () => program.opts().json === true;
  const answer = ({ json, text }: Answer) => print(`${wantsJson() ? JSON.stringify(json) : text}\n`);
  const program = adminProgram(
    (work) => inSession(environment, async (session) => answer(await work(session))),
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
    const helpWasAsked = error instanceof CommanderError && error.exitCode === 0;
    if (helpWasAsked) return 0;
    const { exitCode, ...failure } = failureOf(error);
    printError(`${wantsJson() ? JSON.stringify(failure) : failure.message}\n`);
    return exitCode;
  }
}
