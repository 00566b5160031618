import { defineProject, type UserProjectConfigExport } from 'vitest/config';

/** Resolves packages of this repository to their sources. */
const conditions = ['pv-source'];

/** Only hanging tests reach this limit, even on a busy machine. Long tests take up to an hour. */
const timeoutMs = process.env.SOAK === '1' ? 7_200_000 : 180_000;

/** For `expect.poll`. Use it instead of `vi.waitFor`, whose default timeout of one second is too short on a busy machine. */
const poll = { timeout: 60_000, interval: 15 };

/** Returns the test configuration of a workspace. */
export function testProject(
  name: string,
  options: { isolate?: boolean; setupFiles?: string[] } = {},
): UserProjectConfigExport {
  return defineProject({
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name,
      environment: 'node',
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      expect: { poll },
      // Reloading all modules would take longer than the tests of most files.
      isolate: false,
      ...options,
    },
  });
}
