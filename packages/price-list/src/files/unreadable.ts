import { type Problem, type ProblemCode, problem } from '../problem.ts';

/** Aborts the reading of a file. */
export class Unreadable extends Error {
  readonly reason: Problem;
  readonly line: number | null;

  constructor(code: ProblemCode, values?: Record<string, string | number>, line: number | null = null) {
    super(code);
    this.reason = problem(code, null, values);
    this.line = line;
  }
}
