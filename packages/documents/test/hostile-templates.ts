import { deflateSync } from 'node:zlib';

const mebibyte = 1024 * 1024;

/** A PDF with these objects, the first of which is the catalog. */
export function pdfOf(...objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export function stream(dictionary: string, content: Buffer): Buffer {
  const head = `<< ${dictionary} /Length ${content.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream')]);
}

const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R] >>';
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
export const widget = (more = '', rectangle = '50 700 250 720') =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /F 4 /P 3 0 R /Rect [${rectangle}] /DA (/Helv 10 Tf 0 g) ${more} >>`;
const catalog = (more = '', form = '') =>
  `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] ${form} >> ${more} >>`;

/** A form with the text field `Name`. */
export function formOf({
  more = '',
  form = '',
  field = widget(),
  annotations = '4 0 R',
  objects = [],
}: {
  /** Entries of the catalog. */
  more?: string;
  /** Entries of the form. */
  form?: string;
  field?: string;
  /** The annotations of the page. */
  annotations?: string;
  /** Further objects, from number 5. */
  objects?: readonly (string | Buffer)[];
} = {}): Buffer {
  return pdfOf(catalog(more, form), pages, page.replace('4 0 R', annotations), field, ...objects);
}

const bomb = (dictionary: string, layers = 1) => {
  let content: Buffer = Buffer.alloc(80 * mebibyte, 0x20);
  for (let layer = 0; layer < layers; layer += 1) content = deflateSync(content);
  return stream(dictionary, content);
};

/** 128 spaces for each two bytes. */
const runLengths = stream(
  '/Type /ObjStm /N 1 /First 4 /Filter /RunLengthDecode',
  Buffer.alloc(4 * mebibyte, Buffer.of(129, 0x20)),
);

const withBomb = (dictionary: string, layers = 1) => formOf({ objects: [bomb(dictionary, layers)] });

/** Templates that are meant to do harm, and why they are refused. */
export const hostileTemplates: Readonly<Record<string, () => [template: Buffer, refusal: string]>> = {
  'page content that inflates to 80 MiB': () => [withBomb('/Filter /FlateDecode'), 'more than 64 MiB'],
  'objects that inflate to 80 MiB': () => [
    withBomb('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'),
    'more than 64 MiB',
  ],
  'objects that inflate to 80 MiB, under another spelling': () => [
    withBomb('/Type /Obj#53tm /N 1 /First 4 /Filter /Fl#61teDecode'),
    'more than 64 MiB',
  ],
  'objects that inflate to 80 MiB in two steps': () => [
    withBomb('/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]', 2),
    'more than 64 MiB',
  ],
  'many streams that inflate to 80 MiB together': () => [
    formOf({
      objects: Array.from({ length: 20 }, () =>
        stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(4 * mebibyte))),
      ),
    }),
    'more than 64 MiB',
  ],
  'objects in a compression that nothing bounds': () => [
    formOf({ objects: [runLengths] }),
    process.platform === 'linux' ? 'needs more than 400 MiB' : '',
  ],
  'a billion objects announced': () => [
    formOf({ objects: [stream('/Type /ObjStm /N 1000000000 /First 4', Buffer.from('1 0 null'))] }),
    '',
  ],
  'brackets nested 200,000 times': () => [formOf({ objects: ['['.repeat(200_000)] }), ''],
  '60,000 objects': () => [
    formOf({ objects: Array.from({ length: 60_000 }, () => 'null') }),
    'more than 50000 objects',
  ],
  'the same page 100,000 times': () => [
    pdfOf(catalog(), `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`, page, widget()),
    '100000 pages, more than 30',
  ],
  'pages that contain themselves': () => [
    pdfOf(catalog(), '<< /Type /Pages /Kids [2 0 R] /Count 1 >>', page, widget()),
    'damaged',
  ],
  'fields that contain themselves': () => [formOf({ field: '<< /T (Name) /Kids [4 0 R] >>' }), 'damaged'],
  'a page of a billion points': () => [
    pdfOf(catalog(), pages, page.replace('595 842', '1000000000 842'), widget()),
    'longer than 14400 points',
  ],
  'a field of a billion points': () => [
    formOf({ field: widget('', '0 0 1000000000 20') }),
    'longer than 14400 points',
  ],
  'half of a file': () => [formOf().subarray(0, 200), 'damaged'],
  'something else than a PDF': () => [Buffer.from('GIF89a'.repeat(1_000)), 'damaged'],
};
