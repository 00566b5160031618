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
    name: 'only keys that this service has made are looked up',
    file: `${api}/authentication/api-key.ts`,
    find: " && isMac(mac, 'API key', companyId, random)",
    replace: '',
    tests: ['authentication'],
  },
  {
    name: 'revoked keys are not looked up again and again',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: 'options.ttl = rejectedMs;',
    replace: 'options.ttl = 1;',
    tests: ['authentication'],
  },
  {
    name: 'made-up public names do not reach the database one by one',
    file: `${api}/authentication/known-handles.ts`,
    find: 'Promise.allSettled([reading, delay(pauseMs, undefined, { ref: false })])',
    replace: 'Promise.resolve()',
    tests: ['booking-pages/company'],
  },
  {
    name: 'what was made with the former secret key works',
    file: `${api}/secrets/secret-keys.ts`,
    find: 'return formerSecretKey ?',
    replace: "return use === '' && formerSecretKey ?",
    tests: ['secret-key-change'],
  },
  {
    name: 'a change of the secret key is continued until all secrets are encrypted with the new one',
    file: `${api}/process/secret-key.ts`,
    find: 'if (formerFingerprint !== null && ',
    replace: "if (formerFingerprint === '' && ",
    tests: ['secret-key-change'],
  },
  {
    name: 'a write scope includes the read scope of the same resource only',
    file: `${api}/authentication/api-key-lookup.ts`,
    find: "granted.includes(scope.replace(/^read:/, 'write:'))",
    replace: "granted.some((grant) => grant.startsWith('write:'))",
    tests: ['scopes'],
  },
];
