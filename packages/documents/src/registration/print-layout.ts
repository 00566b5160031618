import type { Job } from '../child/messages.ts';
import { germanDate, germanDay, germanNumber } from '../german.ts';
import { layoutJob } from '../layout-job.ts';
import { loadToPrintable, type ToPrintable } from '../printable-text.ts';
import { type Registration, type RegistrationContext, registrationContexts } from './context.ts';
import {
  type FilledField,
  type FormField,
  filledField,
  type MissingField,
  missingField,
  sourceOf,
} from './form-map.ts';
import { type LayoutName, layoutForms } from './layout-forms.ts';
import { e1 } from './layouts/e1.ts';
import { e2 } from './layouts/e2.ts';
import { e3 } from './layouts/e3.ts';
import { e8 } from './layouts/e8.ts';
import type { FormLayout, LayoutField, PlacedBlank } from './layouts/form-layout.ts';
import { uesb } from './layouts/uesb.ts';
import { powerUnderMediumVoltageRules } from './plant.ts';
import type { Sheet } from './sheet.ts';
import { drawPlant } from './single-line-diagram.ts';

const layouts: Readonly<Record<LayoutName, FormLayout>> = { E1: e1, E2: e2, E3: e3, E8: e8, UESB: uesb };

/** A group of boxes, at most one of them ticked. */
const boxes = (labels: readonly string[], ticked: string | null) =>
  [...new Set(labels)].map((label) => ({ label, ticked: label === ticked }));

/** Replaces what cannot be printed. */
function printable(filled: FilledField, context: RegistrationContext, toPrintable: ToPrintable): FilledField {
  const { field, value } = filled;
  if (field.type !== 'text' || typeof value !== 'string') return filled;
  const { text, isChanged } = toPrintable(value);
  const isEmpty = text.trim() === '';
  if (!isEmpty && !isChanged) return filled;
  const reason = isEmpty ? 'EMPTY' : 'REPLACED_CHARACTERS';
  const missing = missingField(field, reason, sourceOf(field.value, context));
  return { field, value: isEmpty ? null : text, missing };
}

/** Returns a field in the form that the layout file draws. */
function drawnField(placed: LayoutField, { field, value, missing }: FilledField) {
  const drawn = { number: field.name, label: field.label, span: placed.span, missing: missing !== null };
  switch (field.type) {
    case 'check':
      return { ...drawn, boxes: [{ label: 'ja', ticked: value === true }] };
    case 'radio':
    case 'choice':
      return { ...drawn, boxes: boxes(Object.values(field.options), String(value)) };
    case 'blank':
      return { ...drawn, boxes: boxes((placed as PlacedBlank).options ?? [], null) };
    case 'text':
      return { ...drawn, value };
  }
}

function printedSections({ sections }: FormLayout, context: RegistrationContext, toPrintable: ToPrintable) {
  const missing: MissingField[] = [];
  const printed = sections.map(({ title, fields }, index) => ({
    title: `${index + 1} ${title}`,
    fields: fields.map((placed, position) => {
      const field = { ...placed, name: `${index + 1}.${position + 1}` } as FormField;
      const filled = printable(filledField(field, context), context, toPrintable);
      if (filled.missing) missing.push(filled.missing);
      return drawnField(placed, filled);
    }),
  }));
  return { sections: printed, missing };
}

/** Returns a note that the low-voltage form does not apply. */
function mediumVoltageNote({ offer, project }: Registration): string | null {
  const kw = powerUnderMediumVoltageRules(offer, project.existingSystems);
  if (kw === null) return null;
  return `Am Netzanschluss sind ${germanNumber(kw, 2)} kW: Ab 135 kW gilt VDE-AR-N 4110 (Mittelspannung) mit Einheitenzertifikaten danach. Dieser Vordruck nach VDE-AR-N 4105 gilt dann nicht. Bitte fragen Sie den Netzbetreiber nach den Vordrucken.`;
}

/**
 * Returns the sheets of a form in a layout of ours.
 *
 * @param time of the last change of a record, whose day is printed
 */
export function layoutSheets(name: LayoutName, registration: Registration, time: string): Sheet[] {
  const layout = layouts[name];
  const { code, name: formName, version } = layoutForms[name];
  const { offer, operator, company } = registration;
  const annex = /^E(\d)$/.exec(code);
  const title = annex ? `E.${annex[1]} ${formName}` : formName;
  const contexts = registrationContexts(registration, layout);

  async function jobOf(
    context: RegistrationContext,
    index: number,
  ): Promise<{ job: Job; missing: MissingField[] }> {
    const toPrintable = await loadToPrintable();
    const { sections, missing } = printedSections(layout, context, toPrintable);
    const data = {
      title,
      edition:
        version === null || !annex
          ? null
          : `Angaben nach ${version}, Anhang E.${annex[1]}, eigene Darstellung`,
      note: annex && mediumVoltageNote(registration),
      author: company.name,
      date: germanDate(time),
      facts: [
        ['Netzbetreiber', operator.name],
        ['Vorgang', offer.number],
        ['Stand', germanDay(time)],
        ...(contexts.length > 1 ? [['Blatt', `${index + 1} von ${contexts.length}`]] : []),
      ],
      drawing: layout.drawing === 'single-line' ? drawPlant(registration) : null,
      sections,
      signatures: layout.signatures,
    };
    return { job: await layoutJob('registration-form', data, { time }), missing };
  }

  return contexts.map((context, index) => ({
    async render(renderer, signal) {
      const { job, missing } = await jobOf(context, index);
      return { pdf: await renderer.render(job, signal), missing };
    },
  }));
}
