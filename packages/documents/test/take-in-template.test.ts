import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { createRenderer, draftMap, type FormMap, mapProblems, type RenderError } from '../src/index.ts';
import { formOf, hostileTemplates, pdfOf, stream, widget } from './hostile-templates.ts';

const renderer = createRenderer({
  maxProcessorMs: 60_000,
  maxRenderMs: 60_000,
  maxDocuments: 500,
  maxMemoryMiB: 400,
});
afterAll(() => renderer.close());

const takeIn = (template: Buffer, strip = false) =>
  renderer.takeIn({ kind: 'take-in', template, strip }, new AbortController().signal);

async function refusalOf(template: Buffer): Promise<string> {
  const taken = await takeIn(template);
  return 'refusal' in taken ? taken.refusal : '';
}

async function takenIn(template: Buffer, strip = false) {
  const taken = await takeIn(template, strip);
  if ('refusal' in taken) throw new Error(taken.refusal);
  return taken;
}

test('a template is stored with its fields', async () => {
  const { template, ...taken } = await takenIn(formOf());
  expect(taken).toEqual({
    pageCount: 1,
    fields: [{ name: 'Name', label: '', type: 'text', options: [], unseen: null }],
  });
  expect((await takenIn(Buffer.from(template))).fields).toEqual(taken.fields);
});

const link = (rectangle: string) =>
  `<< /Type /Annot /Subtype /Link /Rect [${rectangle}] /A << /S /URI /URI (https://example.org) >> >>`;

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const active: Readonly<Record<string, [template: () => Buffer, found: string]>> = {
  'a script that runs when it is opened': [() => formOf({ more: `/OpenAction ${script}` }), 'JavaScript'],
  'a script of the document': [
    () => formOf({ more: `/Names << /JavaScript << /Names [(a) ${script}] >> >>` }),
    'JavaScript',
  ],
  'a script of a field': [
    () => formOf({ objects: [`<< /Type /Annot /AA << /K ${script} >> >>`] }),
    'JavaScript',
  ],
  'a script that nothing refers to': [() => formOf({ objects: [script] }), 'JavaScript'],
  'a script after another action': [
    () => formOf({ more: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [${script}] >>` }),
    'JavaScript',
  ],
  'a script under another spelling': [
    () => formOf({ more: '/OpenAction << /S /Java#53cript /J#53 (x) >>' }),
    'JavaScript',
  ],
  'a program to start': [
    () => formOf({ more: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
    'the action Launch',
  ],
  'a button that sends the form': [
    () => formOf({ objects: ['<< /Type /Annot /A << /S /SubmitForm /F (https://example.org) >> >>'] }),
    'the action SubmitForm',
  ],
  XFA: [() => formOf({ form: '/XFA 5 0 R', objects: [stream('', Buffer.from('<xdp/>'))] }), 'XFA'],
  'an attached file': [
    () =>
      formOf({
        more: '/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>',
        objects: [
          '<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>',
          stream('/Type /EmbeddedFile', Buffer.from('MZ')),
        ],
      }),
    'embedded files',
  ],
  'a stream in another file': [
    () => formOf({ objects: [stream('/F (https://example.org/x)', Buffer.from('q Q'))] }),
    'an external stream',
  ],
  'a page of another file': [
    () =>
      formOf({
        objects: [
          stream(
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << /F (other.pdf) /Page 0 >>',
            Buffer.from('q Q'),
          ),
        ],
      }),
    'a reference XObject',
  ],
  'a player': [
    () =>
      formOf({
        annotations: '4 0 R 5 0 R',
        objects: ['<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] /RichMediaContent << >> >>'],
      }),
    'the annotation RichMedia',
  ],
  'a link over its page': [
    () => formOf({ annotations: '4 0 R 5 0 R', objects: [link('0 0 595 842')] }),
    'links over most of page 1',
  ],
  'a field that is a link over its page': [
    () => formOf({ field: widget('/A << /S /URI /URI (https://example.org) >>', '0 0 595 842') }),
    'links over most of page 1',
  ],
  'links next to each other over its page': [
    () =>
      formOf({
        annotations: '4 0 R 5 0 R 6 0 R',
        objects: [link('0 0 300 842'), link('300 0 595 300')],
      }),
    'links over most of page 1',
  ],
};

describe.each(Object.entries(active))('a template with %s', (_what, [template, found]) => {
  test('is refused, and taken in without it on request', async () => {
    expect(await refusalOf(template())).toBe(`It contains ${found}. --strip removes that.`);
    const stripped = Buffer.from((await takenIn(template(), true)).template);
    expect(await refusalOf(stripped)).toBe('');
  });
});

test('a template can show a page when it is opened, and link to the web', async () => {
  const annotations = '4 0 R 5 0 R';
  const more = '/OpenAction [3 0 R /Fit]';
  expect(await refusalOf(formOf({ more, annotations, objects: [link('0 0 595 90')] }))).toBe('');
});

describe('a field that nobody sees', () => {
  const hidden = widget().replace('/F 4', '/F 6');
  const outside = widget('', '50 900 250 920');
  const twice = (second: string) =>
    formOf({
      field: '<< /FT /Tx /T (Name) /Kids [5 0 R 6 0 R] >>',
      annotations: '5 0 R 6 0 R',
      objects: [hidden, second].map((one) => one.replace('/FT /Tx /T (Name)', '/Parent 4 0 R')),
    });

  test.each<[string, Buffer, string | null]>([
    ['hidden', formOf({ field: hidden }), 'hidden'],
    ['above the page', formOf({ field: outside }), 'outside of the pages'],
    ['without area', formOf({ field: widget('', '50 700 50 720') }), 'outside of the pages'],
    ['on no page', formOf({ annotations: '' }), 'outside of the pages'],
    ['partly on the page', formOf({ field: widget('', '550 700 650 720') }), null],
    ['hidden in one place only', twice(widget()), null],
    ['hidden in one place, and outside in another', twice(outside), 'outside of the pages'],
  ])('cannot be filled: %s', async (_what, template, unseen) => {
    const { fields } = await takenIn(template);
    const map = {
      ...draftMap(fields),
      fields: [{ name: 'Name', type: 'text', label: 'Name', value: { const: '1' } }],
    };
    const problem = `Name: nobody sees the field, because it is ${unseen}; its entry can only be of type blank`;
    expect(mapProblems(map as FormMap, fields)).toEqual(unseen === null ? [] : [problem]);
    expect(draftMap(fields).fields[0]?.type).toBe(unseen === null ? 'text' : 'blank');
  });
});

test('a template without form fields is refused', async () => {
  const withForm = (form: string) =>
    pdfOf(
      `<< /Type /Catalog /Pages 2 0 R ${form} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    );
  expect(await refusalOf(withForm(''))).toContain('has no form fields');
  expect(await refusalOf(withForm('/AcroForm << /Fields [] >>'))).toContain('has no form fields');
});

test('an encrypted template is refused with the command that decrypts it', async () => {
  const document = await PDFDocument.load(formOf());
  document.encrypt({ ownerPassword: 'secret', userPassword: '' });
  const encrypted = Buffer.from(await document.save());
  expect(await refusalOf(encrypted)).toBe(
    'It is encrypted. `qpdf --decrypt form.pdf decrypted.pdf` removes that.',
  );
});

describe.each(Object.entries(hostileTemplates))('a hostile template: %s', (_what, make) => {
  test('is refused or harmless, and others follow', async () => {
    const [template, refusal] = make();
    const taken = await takeIn(template).catch((error: RenderError) => ({ refusal: error.message }));
    expect('refusal' in taken ? taken.refusal : '').toContain(refusal);
    expect(await refusalOf(formOf())).toBe('');
  });
});
