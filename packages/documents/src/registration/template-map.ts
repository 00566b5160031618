import type { GridOperatorForm } from '@pv-planning/contract';
import type { FillJob, FillProblem } from '../child/forms/fill-template.ts';
import { type Registration, registrationContexts } from './context.ts';
import { type FormField, filledField, type MissingField, missingField, sourceOf } from './form-map.ts';

/** What the fields of a grid operator's form show. */
export interface FormMap extends Pick<GridOperatorForm, 'code' | 'name' | 'version' | 'phase' | 'appliesTo'> {
  formatVersion: 1;
  /** One sheet for each unit. */
  repeat?: 'unit';
  /** All fields of the form. */
  fields: readonly FormField[];
}

/** A sheet of a grid operator's form to fill. */
export interface TemplateSheet {
  job: FillJob;
  /** Returns what the sheet lacks, in the order of the map. */
  missing(problems: readonly FillProblem[]): MissingField[];
}

/** @param time of the last change of a record */
export function templateSheets(
  { map, template }: { map: FormMap; template: Uint8Array },
  registration: Registration,
  time: string,
): TemplateSheet[] {
  const title = `${map.name} ${registration.offer.number}`;
  return registrationContexts(registration, map).map((context) => {
    const filled = map.fields.map((field) => filledField(field, context));
    const fields = filled.map(({ field, value }) => ({ name: field.name, value }));
    return {
      job: { kind: 'fill', template, fields, title, time },
      missing: (problems) =>
        filled.flatMap(({ field, missing }) => {
          if (missing) return missing;
          const reasons = problems.filter(({ name }) => name === field.name).map(({ reason }) => reason);
          const source = 'value' in field ? sourceOf(field.value, context) : null;
          return reasons.map((reason) => missingField(field, reason, source));
        }),
    };
  });
}
