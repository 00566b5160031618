import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { serverEnvironment } from './environment.ts';

const run = promisify(execFile);

/** The UID that runs PostgreSQL when root starts it on a new data directory (usually "nobody"). */
const unprivileged = 65534;

/** Runs the program as "nobody" in a user namespace; its files are owned by the caller. */
export const asNobody: readonly string[] = [
  'unshare',
  '--user',
  `--map-user=${unprivileged}`,
  `--map-group=${unprivileged}`,
];

export interface Owner {
  uid: number;
  gid: number;
}

/** How to start PostgreSQL's programs, which refuse to run as root. */
export interface RunAs {
  /** Prepended to the command. */
  prefix: readonly string[];
  /** Options of `spawn`. */
  ids: Partial<Owner>;
  /** Owner of PostgreSQL's files; undefined for the current user. */
  owner: Owner | undefined;
  /** Whether it can traverse directories that its owner cannot. */
  passesClosedDirectories: boolean;
}

/**
 * Chooses the user that runs PostgreSQL. An ordinary user runs it as itself. Root runs it as the owner of the data directory;
 * if that user cannot traverse a parent directory, a capability allows it (`setpriv`), or root becomes an ordinary user in a
 * user namespace (`unshare`). Directory modes are not changed.
 * @throws Error saying what to do if none of this works
 */
export async function chooseRunAs(dataDir: string, pgData: string, binary: string): Promise<RunAs> {
  const existing = await ownerOf(pgData);
  const me = process.getuid?.();
  if (me !== 0) {
    if (existing && existing.uid !== me) throw new Error(foreignOwner(pgData, existing.uid, me));
    return { prefix: [], ids: {}, owner: undefined, passesClosedDirectories: false };
  }
  const owner = existing ?? (await ordinaryOwnerOf(dataDir)) ?? { uid: unprivileged, gid: unprivileged };
  const way = owner.uid === 0 ? undefined : await becomeOwner(owner, [binary, dataDir]);
  const mayBeRoots = existing === undefined || existing.uid === 0;
  const chosen = way ?? (mayBeRoots ? await runInUserNamespace(binary) : undefined);
  if (chosen) return chosen;
  throw new Error(
    `PostgreSQL does not run as root, and uid ${owner.uid} cannot reach ${dataDir} or ${binary} because a parent ` +
      'directory denies access. Start as an ordinary user, move the project and the data to a directory that others ' +
      'can enter, install setpriv (util-linux), or set DATABASE_URL to a server.',
  );
}

async function becomeOwner(owner: Owner, files: readonly string[]): Promise<RunAs | undefined> {
  const reachable = await Promise.all(files.map((file) => canReach(file, owner)));
  if (reachable.every(Boolean)) return { prefix: [], ids: owner, owner, passesClosedDirectories: false };
  const prefix = [
    'setpriv',
    '--securebits=+no_setuid_fixup',
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
  ];
  return (await works(prefix, files)) ? { prefix, ids: {}, owner, passesClosedDirectories: true } : undefined;
}

async function runInUserNamespace(binary: string): Promise<RunAs | undefined> {
  const prefix = asNobody;
  const owner = { uid: 0, gid: 0 };
  return (await works(prefix, [binary]))
    ? { prefix, ids: {}, owner, passesClosedDirectories: true }
    : undefined;
}

const works = (
  [command = '', ...rest]: readonly string[],
  [binary = '']: readonly string[],
): Promise<boolean> =>
  run(command, [...rest, binary, '--version'], { cwd: '/', env: serverEnvironment() }).then(
    () => true,
    () => false,
  );

/** Whether this owner has search permission on all parent directories and may execute `file`. */
export async function canReach(file: string, { uid, gid }: Owner): Promise<boolean> {
  for (let current = path.resolve(file); ; current = path.dirname(current)) {
    const entry = await stat(current);
    const shift = entry.uid === uid ? 6 : entry.gid === gid ? 3 : 0;
    if (((entry.mode >> shift) & 1) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

async function ownerOf(file: string): Promise<Owner | undefined> {
  const entry = await stat(file).catch(() => undefined);
  return entry && { uid: entry.uid, gid: entry.gid };
}

async function ordinaryOwnerOf(directory: string): Promise<Owner | undefined> {
  const owner = await ownerOf(directory);
  return owner?.uid === 0 ? undefined : owner;
}

const foreignOwner = (pgData: string, owner: number, me: number | undefined): string =>
  `The database in ${pgData} belongs to uid ${owner}, and this process runs as uid ${me}. Start as that user or as ` +
  'root, or choose another DATA_DIR.';
