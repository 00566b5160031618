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

test('a reference is followed, also one to a reference; anything else stays as it is', () => {
  expect(follow({ $ref: '#/components/schemas/Alias' })).toBe(size);
  expect(follow(size)).toBe(size);
});

test('what stands beside a reference wins', () => {
  const node = { $ref: '#/components/schemas/Size', description: 'In metres.' };
  expect(follow(node)).toEqual({ type: 'integer', description: 'In metres.' });
});

test('escaped names are read', () => {
  expect(follow({ $ref: '#/paths/~1v1~1roofs~1%7Bid%7D/get' })).toEqual({ summary: 'Read a roof' });
  expect(follow({ $ref: '#/components/schemas/a~0b' })).toEqual({ type: 'null' });
});

test('a reference that leads nowhere is named', () => {
  expect(() => follow({ $ref: '#/components/schemas/Colour' })).toThrow(
    'has no #/components/schemas/Colour.',
  );
  expect(() => follow({ $ref: '#/webhooks/created/post' })).toThrow('has no #/webhooks/created/post.');
});
