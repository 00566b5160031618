import { parseArgs } from 'node:util';

const roles = ['all', 'api', 'dispatcher'] as const;

/** The role of a process: serve requests, send webhooks and run background tasks, or both. */
export type Role = (typeof roles)[number];

/** An invalid command line; the message is for the operator. */
export class UsageError extends Error {}

const isRole = (text: unknown): text is Role => (roles as readonly unknown[]).includes(text);

/** Reads the role from the command line. @throws {UsageError} for any other argument */
export function readRole(args: readonly string[]): Role {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { role: { type: 'string', default: 'all' } },
    strict: false,
  });
  const { role, ...others } = values;
  const [unknown] = [...Object.keys(others).map((name) => `--${name}`), ...positionals];
  if (unknown !== undefined) {
    throw new UsageError(
      `Unknown argument ${unknown}. The only argument is --role=${roles.join('|')}; environment variables set everything else.`,
    );
  }
  if (!isRole(role)) throw new UsageError(`--role must be one of ${roles.join(', ')}.`);
  return role;
}
