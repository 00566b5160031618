import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serverEnvironment } from '../environment.ts';
import { asNobody } from '../run-as.ts';
import { type Server, superuser } from '../server.ts';

const run = promisify(execFile);

/** initdb looks up its user's name; in a container, the user may have none. */
const nameless = /could not look up effective user ID/;

/**
 * Creates an empty database cluster in the empty directory `target`. Text is UTF-8 and compares by code point, the same on every
 * system.
 * @throws Error with initdb's message
 */
export async function makeDatabaseFiles(server: Server, target: string): Promise<void> {
  const { directory, binaries, runAs, settings } = server;
  const command = [
    binaries.initdb,
    ...['-D', target, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--no-instructions'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(settings.fsync === 'off' ? ['--no-sync'] : []),
  ];
  const initialize = async ([program = '', ...rest]: readonly string[]) => {
    await run(program, rest, { ...runAs.ids, cwd: '/', env: serverEnvironment() });
  };
  try {
    await initialize([...runAs.prefix, ...command]).catch(async (error: Error) => {
      if (!nameless.test(error.message)) throw error;
      await initialize([...asNobody, ...runAs.prefix, ...command]).catch(() => {
        throw error;
      });
    });
  } catch (error) {
    throw new Error(`PostgreSQL cannot create its files in ${directory.root}: ${explain(error)}`, {
      cause: error,
    });
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (nameless.test(error.message)) return `${error.message}\nGive the user a name in /etc/passwd.`;
  // The file exists; the dynamic loader that it names is missing.
  const needsLoader = 'code' in error && error.code === 'ENOENT' && process.platform === 'linux';
  return needsLoader
    ? `${error.message}\nThe included PostgreSQL needs glibc (not Alpine). Set DATABASE_URL to a server.`
    : error.message;
}
