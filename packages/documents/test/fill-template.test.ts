import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { drawSampleForm } from '../scripts/draw-sample-forms.ts';
import { createRenderer, mapProblems, sampleForms } from '../src/index.ts';
import { textOf } from '../src/testing.ts';
import { formOf, stream, widget } from './hostile-templates.ts';

const renderer = createRenderer({
  maxProcessorMs: 60_000,
  maxRenderMs: 60_000,
  maxDocuments: 500,
  maxMemoryMiB: 1_000,
});
afterAll(() => renderer.close());

const time = '2026-03-10T10:00:00.000Z';
const { signal } = new AbortController();

type Values = Readonly<Record<string, string | boolean | null>>;

async function fill(template: Buffer, values: Values) {
  const fields = Object.entries(values).map(([name, value]) => ({ name, value }));
  const { pdf, problems } = await renderer.fill(
    { kind: 'fill', template, fields, title: 'Formular', time },
    signal,
  );
  return { pdf, problems, text: await textOf(pdf) };
}

async function takeIn(template: Buffer) {
  const taken = await renderer.takeIn({ kind: 'take-in', template, strip: false }, signal);
  if ('refusal' in taken) throw new Error(taken.refusal);
  return { ...taken, template: Buffer.from(taken.template) };
}

/** Returns the operators of all streams of a PDF. */
async function operatorsOf(pdf: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const streams = context.enumerateIndirectObjects().map(([, object]) => object);
  return streams
    .filter((object) => object instanceof PDFRawStream && !object.dict.has(PDFName.of('Length1')))
    .map((object) => Buffer.from(decodePDFRawStream(object as PDFRawStream).decode()).toString('latin1'))
    .join('\n');
}

/** Returns the size of the only text that was filled in. */
async function sizeIn(pdf: Uint8Array): Promise<number> {
  return Number(/([\d.]+) Tf/.exec(await operatorsOf(pdf))?.[1]);
}

describe('the sample forms', () => {
  test('are those that the script draws', async () => {
    const [e1, e2] = await sampleForms();
    expect(e1?.template.equals(await drawSampleForm('e1'))).toBe(true);
    expect(e2?.template.equals(await drawSampleForm('e2'))).toBe(true);
  });

  test('have maps that fit', async () => {
    for (const { template, pageCount, map } of await sampleForms()) {
      const taken = await takeIn(template);
      expect(taken.pageCount).toBe(pageCount);
      expect(mapProblems(map, taken.fields)).toEqual([]);
    }
  });
});

test('letters beyond Latin 1 survive, and the result has neither fields nor scripts', async () => {
  const { text, problems, pdf } = await fill(formOf(), { Name: 'Größl €, Łódź ≥ 5 Ω, 3x4 -> ẞ' });
  expect(problems).toEqual([]);
  expect(text).toContain('Größl €, Łódź ≥ 5 Ω, 3x4 -> ẞ');
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  expect(document.catalog.keys().map(String)).toEqual(['/Type', '/Pages', '/Lang']);
  expect([document.getTitle(), document.getCreationDate()?.toISOString()]).toEqual(['Formular', time]);
});

test('links and other actions are removed, and comments stay', async () => {
  const uri = '/A << /S /URI /URI (https://example.org) >>';
  const template = formOf({
    field: widget(`${uri} /AA << /E << /S /URI /URI (https://example.org/field) >> >>`),
    annotations: '4 0 R 5 0 R 6 0 R 7 0 R',
    objects: [
      `<< /Type /Annot /Subtype /Link /Rect [9 9 99 99] ${uri} >>`,
      '<< /Type /Annot /Subtype /Link /Rect [9 9 99 99] /Dest [3 0 R /Fit] >>',
      `<< /Type /Annot /Subtype /FreeText /Rect [9 9 99 99] /Contents (Bitte leserlich) ${uri} >>`,
    ],
  });
  const { pdf } = await fill((await takeIn(template)).template, { Name: 'Größl' });
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const objects = context.enumerateIndirectObjects().map(([, object]) => String(object));
  expect(objects.filter((object) => /URI|\/Link|\/AA|\/Dest/.test(object))).toEqual([]);
  expect(objects.filter((object) => object.includes('FreeText'))).toHaveLength(1);
});

test('the same values have the same bytes, in every process', async () => {
  const values = { Name: 'Maria Größl' };
  const { pdf } = await fill(formOf(), values);
  const other = createRenderer({
    maxProcessorMs: 60_000,
    maxRenderMs: 60_000,
    maxDocuments: 1,
    maxMemoryMiB: 1_000,
  });
  const job = {
    kind: 'fill',
    template: formOf(),
    fields: [{ name: 'Name', value: 'Maria Größl' }],
    title: 'Formular',
    time,
  } as const;
  const again = await other.fill(job, signal).finally(() => other.close());
  expect(Buffer.from(pdf).equals(again.pdf)).toBe(true);
});

describe('a text that is longer than its field', () => {
  const long = 'Wohnungseigentümergemeinschaft Musterstraße';

  test('is printed smaller, down to five points', async () => {
    const short = await fill(formOf(), { Name: 'Größl' });
    const { pdf, text, problems } = await fill(formOf(), { Name: long });
    expect([short.problems, problems]).toEqual([[], []]);
    expect(await sizeIn(short.pdf)).toBe(10);
    expect(await sizeIn(pdf)).toBeGreaterThan(5);
    expect(await sizeIn(pdf)).toBeLessThan(10);
    expect(text).toContain(long);
  });

  test('is left out and reported if it would be smaller', async () => {
    const { text, problems } = await fill(formOf(), { Name: long.repeat(3) });
    expect(problems).toEqual([{ name: 'Name', reason: 'TOO_LONG' }]);
    expect(text).not.toContain('Wohnung');
  });

  test('is left out and reported if the field takes fewer letters', async () => {
    const cells = formOf({ field: widget('/MaxLen 5 /Ff 16777216') });
    expect((await fill(cells, { Name: '01234' })).problems).toEqual([]);
    expect((await fill(cells, { Name: '012345' })).problems).toEqual([{ name: 'Name', reason: 'TOO_LONG' }]);
  });

  test('is wrapped in a field of several lines', async () => {
    const lines = formOf({ field: widget('/Ff 4096', '50 660 250 720') });
    const { pdf, text, problems } = await fill(lines, { Name: `${long}\n01234 Musterstadt` });
    expect(problems).toEqual([]);
    expect(text).toContain('gemeinschaft Musterstraße 01234 Musterstadt');
    expect(await sizeIn(pdf)).toBe(10);
    expect((await fill(lines, { Name: long.repeat(20) })).problems).toHaveLength(1);
  });
});

test('a field without a size of its own gets text that fits, up to twelve points', async () => {
  const open = (rectangle: string) => formOf({ field: widget('', rectangle).replace('10 Tf', '0 Tf') });
  expect(await sizeIn((await fill(open('50 600 250 700'), { Name: 'Größl' })).pdf)).toBe(12);
  expect(await sizeIn((await fill(open('50 700 250 710'), { Name: 'Größl' })).pdf)).toBeLessThan(9);
});

test('characters that cannot be printed are replaced and reported', async () => {
  const { text, problems } = await fill(formOf(), { Name: 'Sonne 😀 日' });
  expect(problems).toEqual([{ name: 'Name', reason: 'REPLACED_CHARACTERS' }]);
  expect(text).toContain('Sonne □');
});

test('invisible characters and unusual white space are no problem', async () => {
  const invisible = await fill(formOf(), { Name: 'Son\u00ADnen\u200Bweg\u2003\u202A7' });
  expect(invisible.problems).toEqual([]);
  expect(invisible.text).toContain('Sonnenweg 7');
  const lines = await fill(formOf({ field: widget('/Ff 4096', '50 600 250 700') }), {
    Name: 'eins\r\nzwei\tdrei',
  });
  expect(lines.problems).toEqual([]);
  expect(lines.text).toContain('eins zwei drei');
});

test.each([
  ['one line', ''],
  ['cells', '/Ff 16777216 /MaxLen 5'],
  ['several lines', '/Ff 4096'],
])('a text of invisible characters in a field of %s is reported as empty', async (_, more) => {
  const { problems } = await fill(formOf({ field: widget(more) }), { Name: '\u200B\u00AD' });
  expect(problems).toEqual([{ name: 'Name', reason: 'EMPTY' }]);
});

test('a field that nothing is known of keeps what the template shows', async () => {
  const shown = stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', Buffer.from('q % kept Q'));
  const template = formOf({ field: widget('/AP << /N 5 0 R >>'), objects: [shown] });
  expect(await operatorsOf((await fill(template, { Name: null })).pdf)).toContain('% kept');
});

test('hidden fields stay hidden', async () => {
  const { text } = await fill(formOf({ field: widget().replace('/F 4', '/F 6') }), { Name: 'Größl' });
  expect(text).not.toContain('Größl');
});

describe('boxes', () => {
  const state = (mark: string) => stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', Buffer.from(mark));
  const box = (name: string, more = '', parent = '') =>
    `<< /Type /Annot /Subtype /Widget ${parent} /F 4 /P 3 0 R /Rect [9 9 18 18] /AS /Off /AP << /N << /${name} 5 0 R ${more} >> >> >>`;

  test('show the state of the template, which may have none for an empty one', async () => {
    const template = formOf({ field: box('Ja', '', '/FT /Btn /T (Name)'), objects: [state('% ticked')] });
    expect(await operatorsOf((await fill(template, { Name: true })).pdf)).toContain('% ticked');
    expect(await operatorsOf((await fill(template, { Name: false })).pdf)).not.toContain('% ticked');
  });

  test('of one name are options', async () => {
    const template = formOf({
      field: '<< /FT /Btn /T (Name) /Kids [7 0 R 8 0 R] >>',
      annotations: '7 0 R 8 0 R',
      objects: [
        state('% ja'),
        state('% nein'),
        box('Ja', '', '/Parent 4 0 R'),
        box('Nein', '', '/Parent 4 0 R').replace('5 0 R', '6 0 R'),
      ],
    });
    expect((await takeIn(template)).fields).toEqual([
      { name: 'Name', label: '', type: 'radio', options: ['Ja', 'Nein'], unseen: null },
    ]);
    const operators = await operatorsOf((await fill(template, { Name: 'Nein' })).pdf);
    expect([operators.includes('% ja'), operators.includes('% nein')]).toEqual([false, true]);
  });
});
