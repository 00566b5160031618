// Runs with every test file: all statements that the service has sent must be able to run on distributed tables.
import { brokenRules, sentStatements, watchStatements } from '@pv-planning/database/testing';
import { afterAll, expect } from 'vitest';

watchStatements();

afterAll(async () => {
  expect(await brokenRules(sentStatements())).toEqual([]);
});
