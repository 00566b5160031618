import type { Guard } from '../guard.ts';

export const databaseGuards: readonly Guard[] = [
  {
    name: 'every statement is limited to the company',
    file: 'packages/database/src/company-scope/predicates.ts',
    find: /ReferenceNode\.create\(companyColumn, TableNode\.create\(table\)\),/,
    replace: 'company,',
    tests: ['company-isolation'],
  },
  {
    name: 'a generated key is on disk before the database depends on it',
    file: 'packages/embedded-postgres/src/data-directory/secret-file.ts',
    find: 'await sync(draft);',
    replace: '',
    tests: ['secret-key'],
  },
  {
    name: 'others cannot open the lock of the embedded database',
    file: 'packages/embedded-postgres/src/launch-lock.ts',
    find: 'makeDirectory(directory, 0o700)',
    replace: 'makeDirectory(directory, 0o755)',
    tests: ['packages/embedded-postgres/test/environments'],
  },
  {
    name: 'PostgreSQL does not get the environment of the service',
    file: 'packages/embedded-postgres/src/environment.ts',
    find: 'Object.fromEntries(variables)',
    replace: 'process.env',
    tests: ['packages/embedded-postgres/test/environments'],
  },
  {
    name: 'a lost connection does not hide the error of the commit',
    file: 'packages/database/src/camel-case-dialect.ts',
    find: 'if (!isUnreachable(error)) throw error',
    replace: 'throw error',
    tests: ['unavailable-database'],
  },
  {
    name: 'statements in use stay prepared',
    file: 'packages/database/src/least-recently-used.ts',
    find: 'entry.usedAt = this.#nextUse();',
    replace: '',
    tests: ['packages/database/test/connections'],
  },
  {
    name: 'replaced prepared statements are closed',
    file: 'packages/database/src/connections/statement-query.ts',
    find: "connection.close({ type: 'S', name });",
    replace: '',
    tests: ['packages/database/test/connections'],
  },
  {
    name: 'transactions that take too long are rolled back',
    file: 'packages/database/src/open-database.ts',
    find: 'performance.now() - begun > transactionMs',
    replace: 'false',
    tests: ['time-outs'],
  },
];
