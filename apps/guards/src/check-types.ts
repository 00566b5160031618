import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from './workspace-copy.ts';

const tsc = join(repository, 'node_modules/typescript/bin/tsc');

/** Returns the workspace of a file: `apps/api`. */
export const workspaceOf = (file: string) => file.split('/').slice(0, 2).join('/');

/** Type-checks a workspace in a copy of the repository. Returns the errors, empty if there are none. */
export function typeErrors(folder: string, workspace: string): string {
  const commandLine = [tsc, '-p', workspace, '--pretty', 'false'];
  const { status, stdout, stderr } = spawnSync(process.execPath, commandLine, {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout || stderr || 'tsc failed without a message';
}
