import { beforeAll, describe, expect, test } from 'vitest';
import house from '../../../openapi/lint/plugin.js';
import { lintEdited, type Problem } from './contract-copy.ts';
import { pagesViolations } from './pages-violations.ts';
import { stockViolations, violations } from './violations.ts';

describe('reports a violation of', () => {
  const planted = [...violations, ...pagesViolations];
  const withoutNamedConflict = {
    file: 'paths/pages/offers_{token}_accept.yaml',
    from: ', version_conflict]',
    to: ']',
  };
  let problems: Problem[];
  beforeAll(() => {
    problems = lintEdited([...planted, ...stockViolations, withoutNamedConflict]);
  });

  test.each(planted)('$rule in $file', ({ rule, message, file, reportedIn = file }) => {
    const ofRule = problems.filter(({ ruleId }) => ruleId === `house/${rule}`);
    expect(ofRule).toContainEqual(expect.objectContaining({ message, file: reportedIn, severity: 'error' }));
  });

  test.each(stockViolations)('$rule in $file', ({ rule, file }) => {
    expect(problems).toContainEqual(expect.objectContaining({ ruleId: rule, file, severity: 'error' }));
  });

  test('vocabulary-used, but not for codes of derived headers', () => {
    const unused = problems.filter(({ ruleId }) => ruleId === 'house/vocabulary-used');
    expect(unused).not.toEqual([]);
    expect(unused.map(({ message }) => message).join()).not.toContain('version_conflict');
  });
});

test('every house rule has a violation in each document that it applies to', () => {
  const rules = Object.keys(house().rules.oas3);
  // The pages have no webhooks.
  const ofPages = rules.filter((rule) => rule !== 'webhook-shape');
  expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(rules));
  expect(new Set(pagesViolations.map(({ rule }) => rule))).toEqual(new Set(ofPages));
});
