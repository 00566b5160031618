import type { GridOperatorForm } from '@pv-planning/contract';
import type { FillJob, FillProblem } from '../child/forms/fill-template.ts';
import { type Registration, type RegistrationContext, registrationContexts } from './context.ts';
import {
  type FilledField,
  type FormField,
  filledField,
  type MissingField,
  missingField,
  sourceOf,
} from './form-map.ts';
import type { Sheet } from './sheet.ts';

/** The contents of the fields of a grid operator's form. */
export interface FormMap extends Pick<GridOperatorForm, 'code' | 'name' | 'version' | 'phase' | 'appliesTo'> {
  formatVersion: 1;
  /** One sheet for each unit. */
  repeat?: 'unit';
  /** All fields of the form. */
  fields: readonly FormField[];
}

/**
 * Returns the sheets of a form in the grid operator's template.
 *
 * @param time of the last change of a record
 */
export function templateSheets(
  { map, template }: { map: FormMap; template: Uint8Array },
  registration: Registration,
  time: string,
): Sheet[] {
  const title = `${map.name} ${registration.offer.number}`;
  return registrationContexts(registration, map).map((context) => {
    const filled = map.fields.map((field) => filledField(field, context));
    const fields = filled.map(({ field, value }) => ({ name: field.name, value }));
    const job: FillJob = { kind: 'fill', template, fields, title, time };
    return {
      async render(renderer, signal) {
        const { pdf, problems } = await renderer.fill(job, signal);
        const missing = filled.flatMap((one) => one.missing ?? notPrinted(one, problems, context));
        return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length), missing };
      },
    };
  });
}

/** Returns the problem of a field that is not printed as known. */
function notPrinted(
  { field }: FilledField,
  problems: readonly FillProblem[],
  context: RegistrationContext,
): MissingField[] {
  const source = 'value' in field ? sourceOf(field.value, context) : null;
  return problems
    .filter(({ name }) => name === field.name)
    .map(({ reason }) => missingField(field, reason, source));
}
