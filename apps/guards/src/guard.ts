/** Removes part of a source file, so that a check must fail. */
interface Mutation {
  name: string;
  /** Relative to the root of the repository. */
  file: string;
  /** The first occurrence is replaced. */
  find: string | RegExp;
  replace: string;
}

/** A guard of the service whose removal must fail tests. */
interface TestedGuard extends Mutation {
  /** Paths in `apps/api/test`, or in the repository for packages, without `.test.ts`. */
  tests: readonly string[];
}

/** Code that must not compile without a part of it. */
interface CompiledGuard extends Mutation {
  /** Part of the error that the type check of the file's workspace must report. */
  typeError: string;
}

export type Guard = TestedGuard | CompiledGuard;

/** Returns a source without the guard; unchanged if it does not contain the guard. */
export function withoutGuard({ find, replace }: Guard, source: string): string {
  return source.replace(find, () => replace);
}
