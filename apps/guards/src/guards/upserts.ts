import type { Guard } from '../guard.ts';

const api = 'apps/api/src';

export const upsertGuards: readonly Guard[] = [
  {
    name: 'an item that a rule rejects does not fail the whole upsert',
    file: `${api}/upserts/upsert-step.ts`,
    find: '    plan.failure = error;',
    replace: '    throw error;',
    tests: ['upserts'],
  },
  {
    name: 'an upsert takes no unique value of another record',
    file: `${api}/upserts/unique-values.ts`,
    find: 'if (holder && holder !== claimant)',
    replace: 'if (false)',
    tests: ['upserts'],
  },
  {
    name: 'an upsert updates records that another request has added meanwhile',
    file: `${api}/upserts/upsert-handler.ts`,
    find: 'if (done.overtaken.length > 0) await upsert(done.overtaken, true);',
    replace: '',
    tests: ['upserts'],
  },
  {
    name: 'an interrupted upsert says how many items are done',
    file: `${api}/upserts/upsert-handler.ts`,
    find: "new Set(['service_unavailable', ",
    replace: 'new Set([',
    tests: ['upserts'],
  },
  {
    name: 'an upsert does not move a project to another customer',
    file: `${api}/projects/upsert-projects.ts`,
    find: 'if (customerId !== project.customerId) {',
    replace: 'if (project.id === null) {',
    tests: ['upserts'],
  },
  {
    name: 'an upsert changes the roof that has the name',
    file: `${api}/projects/upsert-projects.ts`,
    find: 'project.roofs.filter(({ name }) => name === roof.name)',
    replace: 'project.roofs.filter(() => false)',
    tests: ['upserts'],
  },
];
