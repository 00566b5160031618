import type { Session } from './session.ts';

/** The output of a command. */
export interface CommandOutput {
  /** The output with --json. */
  json: unknown;
  /** The output for people, without a trailing newline. */
  text: string;
}

/** Runs a command in a session and prints its output. */
export type Run = (work: (session: Session) => Promise<CommandOutput>) => Promise<void>;
