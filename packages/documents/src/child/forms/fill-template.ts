import { readFileSync } from 'node:fs';
import fontkit from '@cantoo/fontkit';
import {
  AnnotationFlags,
  PDFArray,
  PDFButton,
  PDFCheckBox,
  PDFDict,
  PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  PDFName,
  PDFOptionList,
  type PDFPage,
  PDFRadioGroup,
  PDFSignature,
  PDFTextField,
  type PDFWidgetAnnotation,
} from '@cantoo/pdf-lib';
import { loadToPrintable, type ToPrintable } from '../../printable-text.ts';
import { fittingSize, type WritableField } from './fitting-size.ts';
import { onValuesOf } from './template-fields.ts';

/** A template to fill. */
export interface FillJob {
  kind: 'fill';
  template: Uint8Array;
  fields: readonly FieldValue[];
  /** Title in the metadata. */
  title: string;
  /** Time of creation in the metadata. */
  time: string;
}

export interface FieldValue {
  name: string;
  /** Text, option, or whether the box is ticked. Null leaves the field unchanged. */
  value: string | boolean | null;
}

/**
 * A value that is not printed as given: a text that does not fit is omitted, a text of only invisible characters is empty, and
 * characters that the font lacks are left out or replaced by `□`.
 */
export interface FillProblem {
  name: string;
  reason: 'EMPTY' | 'TOO_LONG' | 'REPLACED_CHARACTERS';
}

export interface FilledTemplate {
  pdf: Uint8Array;
  problems: FillProblem[];
}

const inter = readFileSync(new URL('../../../fonts/Inter-Regular.ttf', import.meta.url));
const off = PDFName.of('Off');

/** Fills a template and flattens its fields. The result has neither fields nor active content. */
export async function fillTemplate({ template, fields, title, time }: FillJob): Promise<FilledTemplate> {
  const filled = await PDFDocument.load(template, { updateMetadata: false });
  filled.registerFontkit(fontkit);
  // Contextual alternates would print 3x4 as 3×4.
  const font = await filled.embedFont(inter, { subset: true, features: { calt: false } });
  const typeface = { font, toPrintable: await loadToPrintable() };
  const form = filled.getForm();
  const problems = fields.flatMap(({ name, value }) =>
    (value === null ? [] : fillField(form.getField(name), value, typeface)).map((reason) => ({
      name,
      reason,
    })),
  );
  for (const field of form.getFields()) {
    if (isUnprinted(field)) form.removeField(field);
    else for (const widget of field.acroField.getWidgets()) completeAppearance(filled, field, widget);
  }
  form.flatten({ updateFieldAppearances: false });
  filled.getPages().forEach(removeActions);

  const printed = await PDFDocument.create({ updateMetadata: false });
  for (const page of await printed.copyPages(filled, filled.getPageIndices())) printed.addPage(page);
  printed.setTitle(title);
  printed.setLanguage('de-DE');
  printed.setProducer('PV Planning Service');
  printed.setCreationDate(new Date(time));
  printed.setModificationDate(new Date(time));
  return { pdf: await printed.save(), problems };
}

/** The embedded font, and a filter for printable characters. */
interface Typeface {
  font: PDFFont;
  toPrintable: ToPrintable;
}

function fillField(field: PDFField, value: string | boolean, typeface: Typeface): FillProblem['reason'][] {
  if (field instanceof PDFCheckBox) {
    setState(field, value);
    return [];
  }
  if (field instanceof PDFRadioGroup) {
    field.select(String(value));
    return [];
  }
  if (field instanceof PDFTextField || field instanceof PDFDropdown || field instanceof PDFOptionList)
    return write(field, String(value), typeface);
  throw new Error(`The field ${field.getName()} cannot be filled.`);
}

/** Ticks a box, or the one with this state among boxes with the same name. */
function setState(field: PDFCheckBox, value: string | boolean): void {
  const [first = PDFName.of('Yes'), ...others] = onValuesOf(field);
  if (typeof value === 'boolean' || others.length === 0) {
    if (value === false) field.uncheck();
    else field.check();
    return;
  }
  const state = [first, ...others].find((name) => name.decodeText() === value);
  if (!state) throw new Error(`The field ${field.getName()} has no state ${value}.`);
  field.acroField.dict.set(PDFName.of('V'), state);
  for (const widget of field.acroField.getWidgets())
    widget.setAppearanceState(widget.getOnValue() === state ? state : off);
}

function write(
  field: WritableField,
  value: string,
  { font, toPrintable }: Typeface,
): FillProblem['reason'][] {
  const isMultiline = field instanceof PDFTextField && field.isMultiline();
  const { text: printable, isChanged } = toPrintable(value);
  const text = isMultiline ? printable : printable.replaceAll(/\s+/g, ' ');
  if (field instanceof PDFTextField && text.trim() === '') return ['EMPTY'];
  const replaced = isChanged ? (['REPLACED_CHARACTERS'] as const) : [];

  const maxLength = field instanceof PDFTextField ? field.getMaxLength() : undefined;
  const size =
    maxLength !== undefined && text.length > maxLength ? undefined : fittingSize(text, field, font);
  if (size === undefined) return ['TOO_LONG'];
  setSize(field, size);
  if (field instanceof PDFTextField) {
    if (field.isRichFormatted()) field.disableRichFormatting();
    field.setText(text);
  } else {
    // Options are texts of the template, whose letters the font may lack.
    field.select(value);
  }
  field.updateAppearances(font);
  return [...replaced];
}

/** Fields without an appearance of their own get black text. */
function setSize(field: WritableField, size: number): void {
  const { acroField } = field;
  for (const part of [acroField, ...acroField.getWidgets()]) {
    const appearance = part.getDefaultAppearance();
    if (part !== acroField && appearance === undefined) continue;
    const withSize = (appearance ?? '').replace(/([\d.]+)(\s+Tf)/, `${size}$2`);
    part.setDefaultAppearance(/\sTf/.test(withSize) ? withSize : `/Inter ${size} Tf 0 g`);
  }
}

/** Buttons such as "Drucken", which viewers do not print, and places for digital signatures. */
function isUnprinted(field: PDFField): boolean {
  const [widget] = field.acroField.getWidgets();
  return (
    field instanceof PDFSignature ||
    (field instanceof PDFButton && widget?.hasFlag(AnnotationFlags.Print) !== true)
  );
}

/** Removes links and other actions of a page and its annotations. Comments, stamps and the like keep their appearance. */
function removeActions({ node }: PDFPage): void {
  node.delete(PDFName.of('AA'));
  const annotations = node.Annots();
  if (!annotations) return;
  const kept = PDFArray.withContext(node.context);
  for (const [index, annotation] of annotations.asArray().entries()) {
    const dict = annotations.lookupMaybe(index, PDFDict);
    if (!dict || dict.lookup(PDFName.of('Subtype')) === PDFName.of('Link')) continue;
    for (const action of ['A', 'AA', 'PA']) dict.delete(PDFName.of(action));
    kept.push(annotation);
  }
  node.set(PDFName.of('Annots'), kept);
}

/** Hides hidden fields and boxes without an appearance for their state, as viewers do. */
function completeAppearance(doc: PDFDocument, field: PDFField, widget: PDFWidgetAnnotation): void {
  const isHidden = widget.hasFlag(AnnotationFlags.Hidden);
  const nothing = () => doc.context.register(doc.context.formXObject([]));
  if (!(field instanceof PDFCheckBox || field instanceof PDFRadioGroup)) {
    if (isHidden || !widget.getAppearances()) widget.setNormalAppearance(nothing());
    return;
  }
  if (!isHidden && !(widget.getAppearances()?.normal instanceof PDFDict)) field.defaultUpdateAppearances();
  const states = widget.getAppearances()?.normal;
  if (!(states instanceof PDFDict)) return;
  const value = field.acroField.getValue();
  if (isHidden) for (const state of [value, off]) states.set(state, nothing());
  else if (!states.has(off)) states.set(off, nothing());
}
