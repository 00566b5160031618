import { beforeAll, describe, expect, test } from 'vitest';
import house from '../../../openapi/lint/plugin.js';
import { lintContract, lintEdited, type Problem } from './contract-copy.ts';
import { pagesViolations } from './pages-violations.ts';
import { stockViolations, violations } from './violations.ts';

test('no document violates a rule', () => {
  expect(lintContract()).toEqual([]);
});

describe('reports a violation of', () => {
  const planted = [...violations, ...pagesViolations];
  let problems: Problem[];
  beforeAll(() => {
    problems = lintEdited([...planted, ...stockViolations]);
  });

  test.each(planted)('$rule in $file', ({ rule, message, file, reportedIn = file }) => {
    const ofRule = problems.filter(({ ruleId }) => ruleId === `house/${rule}`);
    expect(ofRule).toContainEqual(expect.objectContaining({ message, file: reportedIn, severity: 'error' }));
  });

  test.each(stockViolations)('$rule in $file', ({ rule, file }) => {
    expect(problems).toContainEqual(expect.objectContaining({ ruleId: rule, file, severity: 'error' }));
  });
});

test('every house rule has a violation in each document that it applies to', () => {
  const rules = Object.keys(house().rules.oas3);
  // The pages have no webhooks.
  const ofPages = rules.filter((rule) => rule !== 'webhook-shape');
  expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(rules));
  expect(new Set(pagesViolations.map(({ rule }) => rule))).toEqual(new Set(ofPages));
});

test('counts the codes of derived headers as used', () => {
  const file = 'paths/pages/offers_{token}_accept.yaml';
  const withoutNamedConflict = { file, from: '[offer_expired, version_conflict]', to: '[offer_expired]' };
  const problems = lintEdited([withoutNamedConflict]);
  expect(problems.filter(({ ruleId }) => ruleId === 'house/vocabulary-used')).toEqual([]);
});
