import { type Problem, type ProblemCode, problem } from './problem.ts';

/** Thrown while a file is read, to end its reading with this reason. */
export class Unreadable extends Error {
  readonly reason: Problem;
  readonly line: number | null;

  constructor(code: ProblemCode, values?: Record<string, string | number>, line: number | null = null) {
    super(code);
    this.reason = problem(code, null, values);
    this.line = line;
  }
}
