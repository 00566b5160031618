import { parseArgs } from 'node:util';

const roles = ['all', 'api', 'dispatcher'] as const;

/** What a process does: answer requests, send webhooks, or both. */
export type Role = (typeof roles)[number];

/** A command line that is not understood, in words for the operator. */
export class UsageError extends Error {}

const isRole = (text: unknown): text is Role => (roles as readonly unknown[]).includes(text);

/** @throws {UsageError} for anything but `--role` with one of the roles */
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
      `There is no argument ${unknown}, only --role=${roles.join('|')}. Everything else is set by environment variables.`,
    );
  }
  if (!isRole(role)) throw new UsageError(`Give --role one of ${roles.join(', ')}.`);
  return role;
}
