import { expect, test } from 'vitest';
import { resolveReference } from '../src/document.ts';

const size = { type: 'integer', description: 'Any size.' };
const document = {
  paths: { '/v1/roofs/{id}': { get: { summary: 'Read a roof' } } },
  components: {
    schemas: { Size: size, Alias: { $ref: '#/components/schemas/Size' }, 'a~b': { type: 'null' } },
  },
};
const follow = (node: object) => resolveReference(document, node);

test('follows references, also to references, and returns anything else unchanged', () => {
  expect(follow({ $ref: '#/components/schemas/Alias' })).toBe(size);
  expect(follow(size)).toBe(size);
});

test('values beside a reference take precedence', () => {
  const node = { $ref: '#/components/schemas/Size', description: 'In metres.' };
  expect(follow(node)).toEqual({ type: 'integer', description: 'In metres.' });
});

test('reads escaped names', () => {
  expect(follow({ $ref: '#/paths/~1v1~1roofs~1%7Bid%7D/get' })).toEqual({ summary: 'Read a roof' });
  expect(follow({ $ref: '#/components/schemas/a~0b' })).toEqual({ type: 'null' });
});

test('reports a reference without a target', () => {
  expect(() => follow({ $ref: '#/components/schemas/Colour' })).toThrow(
    'has no #/components/schemas/Colour.',
  );
  expect(() => follow({ $ref: '#/webhooks/created/post' })).toThrow('has no #/webhooks/created/post.');
});
