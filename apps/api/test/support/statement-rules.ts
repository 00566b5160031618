// Part of every file of tests: what the service has sent meanwhile must be able to run on distributed tables.
import {
  brokenRules,
  isKnown,
  type KnownStatement,
  sentStatements,
  watchStatements,
} from '@pv-planning/database/testing';
import { knownStatements } from '@pv-planning/webhook-delivery/testing';
import { afterAll, expect } from 'vitest';

const known: KnownStatement[] = [
  ...knownStatements,
  // Its time comes from the database's clock within the statement.
  {
    begins: 'update "material" set "article_number" =',
    breaks: ['immutable-in-case', 'immutable-beside-column'],
  },
];

watchStatements();

afterAll(async () => {
  const broken = await brokenRules(sentStatements());
  expect(broken.filter((one) => !isKnown(one, known))).toEqual([]);
});
