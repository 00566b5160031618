import { beforeAll, describe, expect, test } from 'vitest';
import { derivationErrors, type Edit, extensionErrors, vocabularyError } from './contract-copy.ts';

const roofFields = {
  file: 'components/schemas/projects/RoofCreate.yaml',
  from: 'x-fields-of: { $ref: Roof.yaml }',
};

test('rejects unknown extensions and wrong values in any file', () => {
  const error = extensionErrors([
    { file: 'paths/string-plans.yaml', from: '{ steps: true }', to: '{ steps: maybe }' },
    { ...roofFields, to: 'x-fields-of: Roof.yaml' },
    { file: 'paths/company.yaml', from: '  operationId:', to: '  x-eror: [not_found]\n  operationId:' },
    { file: 'paths/events.yaml', from: 'default: createdAt.desc', to: 'default: createdAt.down' },
    { file: 'templates/offer-lines.yaml', from: 'x-errors: <changing>', to: 'x-errors: { changing: true }' },
    {
      file: 'components/schemas/services/ServiceCreate.yaml',
      from: 'x-fields-of: { $ref: Service.yaml }',
      to: "x-fields-of: { $ref: 'Service.yaml#/properties' }",
    },
  ]);
  expect(error).toContain('string-plans.yaml: /post/x-request/steps must be equal to constant: true');
  expect(error).toContain('RoofCreate.yaml: /x-fields-of must be object');
  expect(error).toContain('company.yaml: /get has an unknown x-eror');
  expect(error).toContain('events.yaml: /get/x-sortable/default must match pattern');
  expect(error).toMatch(/offer-lines\.yaml: .*\/patch\/x-errors must be array/);
  expect(error).toContain('ServiceCreate.yaml: /x-fields-of/$ref must match pattern');
});

test('a document can have its own texts of an error, but no errors and statuses of its own', () => {
  const edited = (edit: Omit<Edit, 'file'>) =>
    vocabularyError('pages.yaml', { file: 'pages-errors.yaml', ...edit });
  expect(edited({ from: 'remedy: Ask', to: 'remedy: Please ask' })).toBe('');
  expect(edited({ from: 'key_reused: null', to: 'key_used_again: null' })).toBe(
    'pages-errors.yaml: errors.yaml has no idempotency_key_used_again',
  );
  expect(edited({ from: 'offer_expired:', to: 'offer_too_old:' })).toBe(
    'pages-errors.yaml: errors.yaml has no offer_too_old',
  );
  expect(edited({ from: 'not_found:\n', to: 'not_found:\n  status: 410\n' })).toBe(
    'pages-errors.yaml: only texts of not_found can differ, not status',
  );
});

/** Extensions from which nothing can be derived, with the error that names the file. All are made in one copy. */
const misused: Record<string, { edits: Edit[]; error: RegExp }> = {
  'x-fields-of: schema without properties': {
    edits: [{ ...roofFields, to: 'x-fields-of: { $ref: Tilt.yaml }' }],
    error: /x-fields-of: .*Tilt\.yaml has no properties/,
  },
  'x-fields-of: unknown field left out': {
    edits: [
      {
        file: 'components/schemas/services/ServiceCreate.yaml',
        from: 'x-fields-of: { $ref: Service.yaml }',
        to: 'x-fields-of: { $ref: Service.yaml, without: [chimney] }',
      },
    ],
    error: /x-fields-of: .*Service\.yaml has no chimney/,
  },
  'x-path-ids: two nouns': {
    edits: [
      { file: 'paths/projects_{id}.yaml', from: 'of: Project,', to: 'of: Project, noun: plan,' },
      { file: 'paths/projects_{id}_roofs.yaml', from: 'of: Project', to: 'of: Project, noun: plant' },
    ],
    error: /x-path-ids: .*projects_\{id\}.*\.yaml .*Project/,
  },
  'x-template: an operationId made of parts': {
    edits: [
      {
        file: 'templates/report.yaml',
        from: 'operationId: <operationId>',
        to: 'operationId: get<schemas.report>',
      },
    ],
    error: /report\.yaml: get<schemas\.report> composes a name/,
  },
  'x-template: path item without a file': {
    edits: [
      {
        file: 'openapi.yaml',
        from: '/v1/batteries: { $ref: paths/batteries.yaml }',
        to: '/v1/batteries: { x-template: { file: templates/catalog.yaml } }',
      },
    ],
    error: /x-template: .*openapi\.yaml .*\/v1\/batteries/,
  },
  'x-template: webhook without a template': {
    edits: [{ file: 'openapi.yaml', from: '{ $ref: webhooks/customer.created.yaml }', to: '{ post: {} }' }],
    error: /x-template: the webhook customer\.created needs/,
  },
  'x-errors: response of an error': {
    edits: [
      {
        file: 'paths/events_{id}.yaml',
        from: "    '200':",
        to: "    '410': { description: Gone. }\n    '200':",
      },
    ],
    error: /x-errors: .*events_\{id\}\.yaml has the response 410/,
  },
  'x-page: list in no order': {
    edits: [
      {
        file: 'paths/company_sites.yaml',
        from: '  x-sortable:\n    fields: [name]\n    default: name.asc\n',
        to: '',
      },
    ],
    error: /x-page: .*company_sites\.yaml needs x-sortable/,
  },
  'x-page: filter of one value': {
    edits: [
      { file: 'paths/services.yaml', from: 'parameters/Archived.yaml', to: 'parameters/ReportCompare.yaml' },
    ],
    error: /x-page: .*services\.yaml takes the filter compare/,
  },
};

describe('rejects, with the name of the file,', () => {
  let errors: string;
  beforeAll(() => {
    errors = derivationErrors(Object.values(misused).flatMap(({ edits }) => edits));
  });

  test.each(Object.entries(misused))('%s', (_what, { error }) => {
    expect(errors).toMatch(error);
  });
});
