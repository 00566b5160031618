import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib';
import { findActiveContent } from './active-content.ts';
import { type FieldValue, fillTemplate } from './fill-template.ts';
import { inflatesWithin } from './inflated-size.ts';
import { type TemplateField, templateFields } from './template-fields.ts';
import { findWideLinks } from './wide-links.ts';

/** A template to check. */
export interface TakeInJob {
  kind: 'take-in';
  template: Uint8Array;
  /** Whether to remove scripts, attached files and the like instead of rejecting the template. */
  strip: boolean;
}

/** A template as stored, or the reason for its rejection. */
export type TakenIn =
  | { refusal: string }
  | { template: Uint8Array; pageCount: number; fields: TemplateField[] };

const maxInflatedMiB = 64;
const maxObjects = 50_000;
const maxPages = 30;
const maxFields = 1_000;
/** In points, as PDF 1.x limits pages. */
const maxLength = 14_400;
const maxStoredMiB = 8;
const mebibyte = 1024 * 1024;

class RefusedTemplate extends Error {}

function require(condition: boolean, refusal: string): void {
  if (!condition) throw new RefusedTemplate(refusal);
}

/** Checks a template and rewrites it without unreferenced objects. */
export async function takeInTemplate({ template, strip }: TakeInJob): Promise<TakenIn> {
  try {
    require(inflatesWithin(
      Buffer.from(template),
      maxInflatedMiB * mebibyte,
    ), `Its compressed parts have more than ${maxInflatedMiB} MiB.`);
    const document = await load(template);
    requireFewObjects(document);
    const pageCount = requirePages(document);
    requireNoActiveContent(document, strip);
    const fields = requireFields(document);
    const stored = await document.save({ updateFieldAppearances: false });
    require(stored.length <=
      maxStoredMiB * mebibyte, `It is larger than ${maxStoredMiB} MiB when saved anew.`);
    await fillTemplate({
      kind: 'fill',
      template: stored,
      fields: fields.map(sampleOf),
      title: '',
      time: '2000-01-01',
    });
    return { template: stored, pageCount, fields };
  } catch (error) {
    if (error instanceof RefusedTemplate) return { refusal: error.message };
    return {
      refusal: `It is damaged, or not a PDF file that can be filled in: ${error instanceof Error ? error.message : error}.`,
    };
  }
}

async function load(template: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(template, { updateMetadata: false, preserveXFA: true });
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error;
    throw new RefusedTemplate('It is encrypted. `qpdf --decrypt form.pdf decrypted.pdf` removes that.');
  }
}

function requireFewObjects({ context }: PDFDocument): void {
  require(context.enumerateIndirectObjects().length <= maxObjects, `It has more than ${maxObjects} objects.`);
}

function requireNoActiveContent(document: PDFDocument, strip: boolean): void {
  const all = [...findActiveContent(document.context, { strip }), ...findWideLinks(document, { strip })];
  const found = all.sort().join(', ');
  require(strip || found === '', `It contains ${found}. --strip removes that.`);
}

function requirePages(document: PDFDocument): number {
  const pageCount = document.getPageCount();
  require(pageCount <= maxPages, `It has ${pageCount} pages, more than ${maxPages}.`);
  const areUsual = document.getPages().every((page) => {
    const { width, height } = page.getSize();
    return Math.min(width, height) > 0 && Math.max(width, height) <= maxLength;
  });
  require(areUsual, `It has a page that is empty or longer than ${maxLength} points.`);
  return pageCount;
}

function requireFields(document: PDFDocument): TemplateField[] {
  const fields = document.getForm().getFields();
  require(fields.length > 0, 'It has no form fields. If it shows some, they may be of XFA, or only drawn.');
  require(fields.length <= maxFields, `It has ${fields.length} fields, more than ${maxFields}.`);
  const areUsual = fields.every((field) =>
    field.acroField
      .getWidgets()
      .every((widget) =>
        Object.values(widget.getRectangle()).every((length) => Math.abs(length) <= maxLength),
      ),
  );
  require(areUsual, `It has a field that is longer than ${maxLength} points.`);
  return templateFields(document);
}

/** Returns a sample value for a field, so that a template that cannot be filled is rejected immediately. */
function sampleOf({ name, type, options: [option] }: TemplateField): FieldValue {
  const values = { text: 'Ä', check: true, radio: option ?? null, choice: option ?? null, blank: null };
  return { name, value: values[type] };
}
