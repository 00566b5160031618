import { expect, test } from 'vitest';
import { mergedAlternatives } from '../src/document.ts';

const components = {
  schemas: {
    Coupling: { type: 'string', enum: ['AC', 'DC'], description: 'How it is coupled.' },
    Size: { type: 'integer', minimum: 0 },
  },
};
const coupling = { $ref: '#/components/schemas/Coupling' };
const size = { $ref: '#/components/schemas/Size' };
const merged = (schema: object) => mergedAlternatives({ components, schema }).schema;

test('an enumeration or null is one schema, with null among the values', () => {
  expect(merged({ anyOf: [coupling, { type: 'null' }], description: 'Null if unknown.' })).toEqual({
    type: ['string', 'null'],
    enum: ['AC', 'DC', null],
    description: 'Null if unknown.',
  });
});

test('schemas of different types are one, at any depth', () => {
  const list = (items: object) => ({ type: 'array', items });
  expect(merged(list({ anyOf: [{ type: 'string', maxLength: 9 }, size, { type: 'null' }] }))).toEqual(
    list({ type: ['string', 'integer', 'null'], maxLength: 9, minimum: 0 }),
  );
  const nested = { anyOf: [{ anyOf: [size, { type: 'boolean' }] }, { type: 'null' }] };
  expect(merged(nested)).toEqual({ type: ['integer', 'boolean', 'null'], minimum: 0 });
});

test.each([
  ['of one type', [size, { type: 'integer' }]],
  ['without a type', [{ required: ['rows'] }, { required: ['files'] }]],
  ['of which only some are enumerations', [coupling, size]],
])('alternatives %s stay as they are', (_, anyOf) => {
  expect(merged({ anyOf })).toEqual({ anyOf });
});
