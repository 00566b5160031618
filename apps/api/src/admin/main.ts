import { CommanderError } from 'commander';
import { failureOf } from './failure.ts';
import { adminProgram } from './program.ts';
import { inSession } from './session.ts';

const program = adminProgram((work) =>
  inSession(process.env, async (session) => {
    const { json, text } = await work(session);
    process.stdout.write(`${program.opts().json ? JSON.stringify(json) : text}\n`);
  }),
);

function reportFailure(error: unknown): void {
  const helpWasAsked = error instanceof CommanderError && error.exitCode === 0;
  if (helpWasAsked) return;
  const { exitCode, ...failure } = failureOf(error);
  process.exitCode = exitCode;
  const hint = exitCode === 2 ? ' Add --help to see what the command takes.' : '';
  const text = program.opts().json ? JSON.stringify(failure) : failure.message + hint;
  process.stderr.write(`${text}\n`);
}

try {
  await program.parseAsync();
} catch (error) {
  reportFailure(error);
}
