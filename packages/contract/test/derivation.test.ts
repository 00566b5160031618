import { describe, expect, test } from 'vitest';
import { type Edit, lintEdited } from './contract-copy.ts';

const roofFields = {
  file: 'components/schemas/projects/RoofCreate.yaml',
  from: 'x-fields-of: { $ref: Roof.yaml }',
};

/** Extensions from which nothing can be derived, with the error that names the file. */
const misused: Record<string, { edits: Edit[]; error: RegExp }> = {
  'unknown extensions and wrong values, in any file': {
    edits: [
      { file: 'components/schemas/events/EventType.yaml', from: 'every-event-type', to: 'every-event-name' },
      { ...roofFields, to: 'x-fields-of: Roof.yaml' },
      { file: 'paths/company.yaml', from: '  operationId:', to: '  x-eror: [not_found]\n  operationId:' },
      { file: 'paths/events.yaml', from: 'default: createdAt.desc', to: 'default: createdAt.down' },
      {
        file: 'templates/offer-lines.yaml',
        from: 'x-errors: <changing>',
        to: 'x-errors: { changing: true }',
      },
    ],
    error: new RegExp(
      [
        'EventType\\.yaml: /x-derived must be equal to one of the allowed values',
        'RoofCreate\\.yaml: /x-fields-of must be object',
        'company\\.yaml: /get has an unknown x-eror',
        'events\\.yaml: /get/x-sortable/default must match pattern .*',
        'offer-lines\\.yaml: .*/patch/x-errors must be array',
      ].join('(.|\\n)*'),
    ),
  },
  'x-fields-of: part of a file': {
    edits: [{ ...roofFields, to: "x-fields-of: { $ref: 'Roof.yaml#/properties' }" }],
    error: /RoofCreate\.yaml: \/x-fields-of\/\$ref must match pattern/,
  },
  'x-fields-of: schema without properties': {
    edits: [{ ...roofFields, to: 'x-fields-of: { $ref: Tilt.yaml }' }],
    error: /x-fields-of: .*Tilt\.yaml has no properties/,
  },
  'x-fields-of: unknown field left out': {
    edits: [{ ...roofFields, to: 'x-fields-of: { $ref: Roof.yaml, without: [chimney] }' }],
    error: /x-fields-of: .*Roof\.yaml has no chimney/,
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
};

describe('rejects, with the name of the file,', () => {
  test.each(Object.entries(misused))('%s', (_what, { edits, error }) => {
    expect(() => lintEdited(edits)).toThrow(error);
  });
});
