/** A guard of the service. Without it, tests must fail. */
export interface Guard {
  name: string;
  /** Relative to the root of the repository. */
  file: string;
  /** The first occurrence is replaced. */
  find: string | RegExp;
  replace: string;
  /** Paths in `apps/api/test`, or in the repository for packages, without `.test.ts`. */
  tests: readonly string[];
}

/** Returns a source without the guard; unchanged if it does not contain the guard. */
export function withoutGuard({ find, replace }: Guard, source: string): string {
  return source.replace(find, () => replace);
}
