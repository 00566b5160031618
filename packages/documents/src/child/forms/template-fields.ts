import {
  AnnotationFlags,
  PDFCheckBox,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFOptionList,
  type PDFPage,
  PDFRadioGroup,
  PDFString,
  PDFTextField,
  type PDFWidgetAnnotation,
} from '@cantoo/pdf-lib';

/** A field of a template. */
export interface TemplateField {
  name: string;
  /** The label that viewers show for the field; may be empty. */
  label: string;
  /** `blank` for signatures and buttons, which cannot be filled. */
  type: 'text' | 'check' | 'radio' | 'choice' | 'blank';
  /** The options of `radio` and `choice`. */
  options: string[];
  /** The reason that the content is invisible; null if it is visible. */
  unseen: 'hidden' | 'outside of the pages' | null;
}

/** The states of a box or of a group of boxes other than off. */
export function onValuesOf(field: PDFCheckBox): PDFName[] {
  const values = field.acroField.getWidgets().flatMap((widget) => widget.getOnValue() ?? []);
  return [...new Set(values)];
}

function typeOf(field: PDFField): Pick<TemplateField, 'type' | 'options'> {
  if (field instanceof PDFTextField) return { type: 'text', options: [] };
  if (field instanceof PDFRadioGroup) return { type: 'radio', options: [...new Set(field.getOptions())] };
  if (field instanceof PDFDropdown || field instanceof PDFOptionList)
    return { type: 'choice', options: field.getOptions() };
  if (!(field instanceof PDFCheckBox)) return { type: 'blank', options: [] };
  const states = onValuesOf(field).map((value) => value.decodeText());
  return states.length > 1 ? { type: 'radio', options: states } : { type: 'check', options: [] };
}

type PagesOfAnnotations = ReadonlyMap<PDFObject | undefined, PDFPage>;

function pagesOfAnnotations(document: PDFDocument): PagesOfAnnotations {
  return new Map(
    document.getPages().flatMap((page) => {
      const annotations = page.node.Annots();
      return (annotations?.asArray() ?? []).map((_, index) => [annotations?.lookup(index), page] as const);
    }),
  );
}

function isOnPage(widget: PDFWidgetAnnotation, pages: PagesOfAnnotations): boolean {
  const page = pages.get(widget.dict);
  if (!page) return false;
  const { x, y, width, height } = widget.getRectangle();
  const box = page.getCropBox();
  const across = Math.min(x + width, box.x + box.width) - Math.max(x, box.x);
  const up = Math.min(y + height, box.y + box.height) - Math.max(y, box.y);
  return across > 0 && up > 0;
}

/** A field can appear in several places. One visible place is sufficient. */
function unseenReason(field: PDFField, pages: PagesOfAnnotations): TemplateField['unseen'] {
  const shown = field.acroField.getWidgets().filter((widget) => !widget.hasFlag(AnnotationFlags.Hidden));
  if (shown.length === 0) return 'hidden';
  return shown.some((widget) => isOnPage(widget, pages)) ? null : 'outside of the pages';
}

function templateField(field: PDFField, pages: PagesOfAnnotations): TemplateField {
  const tooltip = field.acroField.dict.lookup(PDFName.of('TU'));
  const hasText = tooltip instanceof PDFString || tooltip instanceof PDFHexString;
  const label = hasText ? tooltip.decodeText() : '';
  return { name: field.getName(), label, ...typeOf(field), unseen: unseenReason(field, pages) };
}

export function templateFields(document: PDFDocument): TemplateField[] {
  const pages = pagesOfAnnotations(document);
  return document
    .getForm()
    .getFields()
    .map((field) => templateField(field, pages));
}
