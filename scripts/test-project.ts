import { defineProject, type UserProjectConfigExport } from 'vitest/config';

/** Packages of this repository are read from source. */
const conditions = ['pv-source'];

/** A busy machine is no failure: only what hangs takes this long. Tests in their long form take up to an hour. */
const patienceMs = process.env.SOAK === '1' ? 7_200_000 : 180_000;

/** For `expect.poll`. Use it instead of `vi.waitFor`, whose default timeout of one second is too short on a busy machine. */
const poll = { timeout: 60_000, interval: 15 };

/** The tests of a workspace. */
export function testProject(
  name: string,
  options: { isolate?: boolean; setupFiles?: string[] } = {},
): UserProjectConfigExport {
  return defineProject({
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name,
      environment: 'node',
      testTimeout: patienceMs,
      hookTimeout: patienceMs,
      expect: { poll },
      // To load all modules anew takes most files longer than their tests.
      isolate: false,
      ...options,
    },
  });
}
