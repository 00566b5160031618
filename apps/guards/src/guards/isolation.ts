import type { Guard } from '../guard.ts';

export const isolation: readonly Guard[] = [
  {
    name: 'every statement is limited to the company',
    file: 'packages/database/src/company-scope/predicates.ts',
    find: /ReferenceNode\.create\(companyColumn, TableNode\.create\(table\)\),/,
    replace: 'company,',
    tests: ['company-isolation'],
  },
  {
    name: 'references to records of another company are rejected',
    file: 'apps/api/src/references/references.ts',
    find: 'unknown.length > 0',
    replace: 'false',
    tests: ['references'],
  },
  {
    name: 'an event is queued only for endpoints of its company',
    file: 'packages/webhook-delivery/src/outbox/record-events.ts',
    find: /where endpoint\.company_id = .* and (?=endpoint\.state)/,
    replace: 'where ',
    tests: ['packages/webhook-delivery/test/distributed-tables'],
  },
  {
    name: 'anonymous callers with the same idempotency key are kept apart',
    file: 'packages/server-kit/src/contract-api.ts',
    find: 'return { key: isAnonymous ?',
    replace: 'return { key: !isAnonymous && isAnonymous ?',
    tests: ['booking-pages/bookings'],
  },
  {
    name: 'one company cannot take all slots',
    file: 'packages/server-kit/src/admission/tenant-slots.ts',
    find: 'requests.running >= Math.min(limitOf(requests.tenant), requests.maxRunning)',
    replace: 'false',
    tests: ['packages/server-kit/test/tenant-slots'],
  },
  {
    name: 'companies are served in rotation',
    file: 'packages/webhook-delivery/src/dispatch/claim/due-companies.ts',
    find: 'order by min(endpoint.served_at)',
    replace: 'order by endpoint.company_id',
    tests: ['packages/webhook-delivery/test/fair-shares'],
  },
  {
    name: 'a company leaves slots for attempts to others',
    file: 'packages/webhook-delivery/src/dispatch/capacity/in-flight-slots.ts',
    find: 'Math.ceil((maxInFlight - ofOthers) * share)',
    replace: 'Math.ceil(maxInFlight * share)',
    tests: ['packages/webhook-delivery/test/in-flight-slots'],
  },
  {
    name: 'a company whose rows are locked leaves the group of its statement',
    file: 'packages/webhook-delivery/src/sql/statement-groups.ts',
    find: 'const lockMs = 100;',
    replace: 'const lockMs = 60_000;',
    tests: ['packages/webhook-delivery/test/statement-groups'],
  },
  {
    name: 'failures at a locked endpoint do not delay those of other companies',
    file: 'packages/webhook-delivery/src/dispatch/results/save-results.ts',
    find: 'const lockMs = 500;',
    replace: 'const lockMs = 600_000;',
    tests: ['packages/webhook-delivery/test/consecutive-failures'],
  },
];
