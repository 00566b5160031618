import { describe, expect, test } from 'vitest';
import { type Edit, lintEdited } from './contract-copy.ts';

const roofFields = {
  file: 'components/schemas/projects/RoofCreate.yaml',
  from: 'x-fields-of: { $ref: Roof.yaml }',
};

/** Extensions from which nothing can be derived, with the error that names the file. */
const misused: Record<string, { edits: Edit[]; error: RegExp }> = {
  'x-derived: unknown value': {
    edits: [
      {
        file: 'components/schemas/events/EventType.yaml',
        from: 'every-event-type',
        to: 'every-event-name',
      },
    ],
    error: /x-derived: .*EventType\.yaml .*every-event-name/,
  },
  'x-fields-of: no file': {
    edits: [{ ...roofFields, to: 'x-fields-of: Roof.yaml' }],
    error: /x-fields-of: .*RoofCreate\.yaml .*\$ref/,
  },
  'x-fields-of: part of a file': {
    edits: [{ ...roofFields, to: "x-fields-of: { $ref: 'Roof.yaml#/properties' }" }],
    error: /x-fields-of: .*RoofCreate\.yaml .*Roof\.yaml#\/properties/,
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

describe('nothing is derived, with an error that names the file, from', () => {
  test.each(Object.entries(misused))('%s', (_what, { edits, error }) => {
    expect(() => lintEdited(edits)).toThrow(error);
  });
});
