const inherited = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/**
 * The environment for PostgreSQL's programs: only what is needed to find programs and libraries. Other variables can change the
 * behaviour of the programs, and those of the service contain secrets, which the database's user could read.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const variables = inherited.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(variables), LC_ALL: 'C', TZ: 'UTC' };
}
