import type { Guard } from '../guard.ts';

const api = 'apps/api/src';

export const authenticationGuards: readonly Guard[] = [
  {
    name: 'revoked API keys are rejected',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: ".where('revokedAt', 'is', null)",
    replace: '',
    tests: ['authentication'],
  },
  {
    name: 'unknown keys do not take the slots of keys that have worked',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: 'knownKeySlots.run(companyId, signal',
    replace: 'otherKeySlots.run(companyId, signal',
    tests: ['authentication'],
  },
  {
    name: 'a key that has worked is accepted if its lookup fails',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: 'return acceptUnchecked(known, { err: error });',
    replace: 'throw error;',
    tests: ['authentication'],
  },
  {
    name: 'keys of companies that do not exist are not looked up',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: '(await companyMayExist(companyId))',
    replace: 'true',
    tests: ['authentication'],
  },
  {
    name: 'unknown keys of a network are limited',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: 'count >= unknownKeysPerMinute',
    replace: 'false',
    tests: ['authentication'],
  },
  {
    name: 'a write scope includes the read scope of the same resource only',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: "granted.includes(scope.replace(/^read:/, 'write:'))",
    replace: "granted.some((grant) => grant.startsWith('write:'))",
    tests: ['scopes'],
  },
];
