import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { entityTag } from '../src/responses/entity-tag.ts';
import { base64Text, computedList, textOf, writeJson } from '../src/responses/json-text.ts';

const group = (index: number) => ({
  id: `${index}`,
  name: 'Süd "1"',
  missing: undefined,
  none: null,
  sum: 1.5,
});
const groups = (count: number) => Array.from({ length: count }, (_, index) => group(index));

test.each([
  ['a record', group(1)],
  ['a short list', { data: groups(3) }],
  ['a long list', { data: groups(300), total: 300, missing: undefined }],
  ['long lists in lists', { periods: [{ groups: groups(100) }, { groups: [] }], totals: { count: 1 } }],
  ['more than 64 KiB', { lists: [groups(2_000), groups(1_000)] }],
  ['a list of lists', [groups(60), [1, null, 'a']]],
  ['a text', 'x'],
])('writes the JSON of %s', async (_what, body) => {
  expect(textOf(await writeJson(body))).toBe(JSON.stringify(body));
});

test('serves other requests while it writes a long list', async () => {
  const items = groups(400_000);
  let ticks = 0;
  let isWritten = false;
  const writing = writeJson({ items }).finally(() => {
    isWritten = true;
  });
  while (!isWritten) {
    await nextTick();
    ticks += 1;
  }
  await writing;
  expect(ticks).toBeGreaterThan(5);
});

test.each([0, 1, 2, 3, 49_152, 49_153, 200_000])('writes the base64 of %d bytes', async (length) => {
  const bytes = Buffer.alloc(length, 'Größe');
  const written = textOf(await writeJson({ data: [{ name: 'ä', content: base64Text(bytes) }] }));
  expect(written).toBe(JSON.stringify({ data: [{ name: 'ä', content: bytes.toString('base64') }] }));
  const deep = (content: string) => ({ a: { b: { c: { d: { content } } } } });
  expect(textOf(await writeJson(deep(base64Text(bytes))))).toBe(
    JSON.stringify(deep(bytes.toString('base64'))),
  );
});

test('serves other requests while it writes a large file', async () => {
  const content = base64Text(Buffer.alloc(60 * 1024 * 1024));
  let ticks = 0;
  let isWritten = false;
  const writing = writeJson({ content }).finally(() => {
    isWritten = true;
  });
  while (!isWritten) {
    await nextTick();
    ticks += 1;
  }
  expect((await writing).length).toBeGreaterThan(1_000);
  expect(ticks).toBeGreaterThan(5);
});

test('writes the JSON of computed lists', async () => {
  const computed = (count: number) => computedList(count, (index) => group(index));
  const periods = computedList(3, (index) => ({ groups: computed(index * 60) }));
  const expected = { periods: [0, 60, 120].map((count) => ({ groups: groups(count) })) };
  expect(textOf(await writeJson({ periods }))).toBe(JSON.stringify(expected));
});

test('writes more than 64 KiB in parts, which have the same entity tag as the text', async () => {
  const json = await writeJson({ items: groups(5_000) });
  expect(json.length).toBeLessThan(100);
  expect(await entityTag(json)).toBe(await entityTag(textOf(json)));
});

test('computes the items of a list while it writes them', async () => {
  let computed = 0;
  const items = computedList(400_000, (index) => {
    computed += 1;
    return group(index);
  });
  const writing = writeJson({ items });
  await nextTick();
  expect(computed).toBeGreaterThan(0);
  expect(computed).toBeLessThan(400_000);
  await writing;
  expect(computed).toBe(400_000);
});
