import {
  PDFCheckBox,
  PDFDropdown,
  type PDFField,
  PDFHexString,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFString,
  PDFTextField,
} from '@cantoo/pdf-lib';

/** A field of a template. */
export interface TemplateField {
  name: string;
  /** What viewers show for the field; empty if nothing. */
  label: string;
  /** `blank` for signatures and buttons, which cannot be filled. */
  type: 'text' | 'check' | 'radio' | 'choice' | 'blank';
  /** The options of `radio` and `choice`. */
  options: string[];
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

export function templateField(field: PDFField): TemplateField {
  const tooltip = field.acroField.dict.lookup(PDFName.of('TU'));
  const hasText = tooltip instanceof PDFString || tooltip instanceof PDFHexString;
  return { name: field.getName(), label: hasText ? tooltip.decodeText() : '', ...typeOf(field) };
}
