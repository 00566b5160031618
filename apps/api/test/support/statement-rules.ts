// Part of every file of tests: what the service has sent meanwhile must be able to run on distributed tables.
import { brokenRules, isKnown, sentStatements, watchStatements } from '@pv-planning/database/testing';
import { knownStatements } from '@pv-planning/webhook-delivery/testing';
import { afterAll, expect } from 'vitest';

watchStatements();

afterAll(async () => {
  const broken = await brokenRules(sentStatements());
  expect(broken.filter((one) => !isKnown(one, knownStatements))).toEqual([]);
});
