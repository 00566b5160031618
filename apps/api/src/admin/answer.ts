import type { Session } from './session.ts';

/** What a command answers. */
export interface Answer {
  /** The whole answer with --json. */
  json: unknown;
  /** The answer for people, without a newline at the end. */
  text: string;
}

/** Runs a command on the database and prints its answer. */
export type Run = (work: (session: Session) => Promise<Answer>) => Promise<void>;
