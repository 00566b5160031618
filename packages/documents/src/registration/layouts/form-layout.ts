import type { ContextPath } from '../context.ts';
import type { BlankField, CheckField, OptionField, TextField, TickCondition } from '../form-map.ts';

/** Columns of the grid in which fields are placed. */
export type Span = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;

/** A field of a layout. It is named by its number on the paper. */
type Placed<Field> = Omit<Field, 'name'> & { span: Span };

/** A field for people, with boxes to tick if it has options. */
export type PlacedBlank = Placed<BlankField> & { options?: readonly string[] };

export type LayoutField = Placed<TextField> | Placed<CheckField> | Placed<OptionField> | PlacedBlank;

export interface LayoutSection {
  title: string;
  fields: readonly LayoutField[];
}

/** A form in our own layout. */
export interface FormLayout {
  /** One sheet for each unit. */
  repeat?: 'unit';
  /** Has a drawing of the plant above the fields. */
  drawing?: 'single-line';
  sections: readonly LayoutSection[];
  /** The signatories. */
  signatures: readonly string[];
}

interface Presence {
  required?: boolean;
  appliesIf?: TickCondition;
}

export function text(path: ContextPath, label: string, span: Span, presence: Presence = {}): LayoutField {
  return { type: 'text', label, span, value: { path }, ...presence };
}

export function options(
  path: ContextPath,
  label: string,
  span: Span,
  labels: Readonly<Record<string, string>>,
  presence: Presence = {},
): LayoutField {
  return { type: 'radio', label, span, value: { path }, options: labels, ...presence };
}

export const yesOrNo = (path: ContextPath, label: string, span: Span, presence?: Presence) =>
  options(path, label, span, { true: 'ja', false: 'nein' }, presence);

/** @param labels boxes to tick; a line to write on without them */
export function blank(label: string, span: Span, labels?: readonly string[]): LayoutField {
  return { type: 'blank', label, span, ...(labels && { options: labels }) };
}

export const required = { required: true };
export const ifBattery: Presence = { appliesIf: { path: 'derived.hasBattery', is: true } };
export const ifModules: Presence = { appliesIf: { path: 'derived.hasModules', is: true } };
export const ifNewModules: Presence = { appliesIf: { path: 'derived.hasNewModules', is: true } };
export const ifNewPlant: Presence = { appliesIf: { path: 'derived.hasNewPlant', is: true } };
export const ifWallbox: Presence = { appliesIf: { path: 'derived.hasWallbox', is: true } };
