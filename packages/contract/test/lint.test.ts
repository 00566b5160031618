import { beforeAll, describe, expect, test } from 'vitest';
import house from '../../../openapi/lint/plugin.js';
import { lintContract, lintEdited, type Problem } from './contract-copy.ts';
import { pagesViolations } from './pages-violations.ts';
import { violations } from './violations.ts';

test('no document violates a rule', () => {
  expect(lintContract()).toEqual([]);
});

describe('reports a violation of', () => {
  const planted = [...violations, ...pagesViolations];
  let problems: Problem[];
  beforeAll(() => {
    problems = lintEdited(planted);
  });

  test.each(planted)('$rule in $file', ({ rule, message, file, reportedIn = file }) => {
    const ofRule = problems.filter(({ ruleId }) => ruleId === `house/${rule}`);
    expect(ofRule).toContainEqual(expect.objectContaining({ message, file: reportedIn, severity: 'error' }));
  });
});

test('every house rule has a violation in each document that it applies to', () => {
  const rules = Object.keys(house().rules.oas3);
  // The pages have neither scopes nor webhooks.
  const ofPages = rules.filter((rule) => !['scope-used', 'webhook-shape'].includes(rule));
  expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(rules));
  expect(new Set(pagesViolations.map(({ rule }) => rule))).toEqual(new Set(ofPages));
});

describe('without the derived error responses', () => {
  let problems: Problem[];
  beforeAll(() => {
    const file = 'paths/pages/offers_{token}_accept.yaml';
    const withoutNamedConflict = { file, from: '[offer_expired, version_conflict]', to: '[offer_expired]' };
    problems = lintEdited([withoutNamedConflict], ['--skip-preprocessor=house/derive']);
  });

  test('counts the codes of derived headers as used', () => {
    expect(problems.filter(({ ruleId }) => ruleId === 'house/error-used')).toEqual([]);
  });

  test.each([
    ['paths/customers.yaml', '#/get/responses', 'Status 400 lacks invalid_request, invalid_sort.'],
    ['paths/materials_{type}_{id}.yaml', '#/get/responses', 'Status 404 lacks not_found.'],
    ['paths/projects.yaml', '#/post/responses', 'Status 415 lacks unsupported_media_type.'],
    [
      'paths/projects_{id}_roofs.yaml',
      '#/post/responses',
      'Status 409 lacks too_many_roofs, idempotency_key_reused, idempotency_in_progress, storage_full.',
    ],
  ])('reports the missing responses in %s', (file, pointer, message) => {
    expect(problems).toContainEqual({
      ruleId: 'house/error-responses',
      severity: 'error',
      message,
      file,
      pointer,
    });
  });
});
