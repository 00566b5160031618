import type { ContextPath, FieldSource, RegistrationContext } from './context.ts';
import { type ContextPrimitive, printedValue, type ValueFormat } from './printed-value.ts';

/** A value of the context. */
interface ContextValueRef {
  path: ContextPath;
}

type JoinedPart = string | ContextValueRef;

/** The content of a field: a value of the context, several values with text between them, or a constant. */
export type FieldValue =
  | ContextValueRef
  | { join: readonly JoinedPart[] }
  | { const: string | number | boolean };

/** The condition for ticking a box. */
export type TickCondition =
  | true
  | (ContextValueRef & { is: string | number | boolean })
  | (ContextValueRef & { in: readonly (string | number | boolean)[] })
  | (ContextValueRef & { notEmpty: true });

interface FieldOfForm {
  /** Unique in the form; in a template, the name of its field. */
  name: string;
  /** For people, in German. */
  label: string;
  /** Whether the grid operator demands it. */
  required?: boolean;
  /**
   * Condition without which the field stays blank and is not missing, such as battery data without a battery. If the condition is
   * unknown, the field is missing.
   */
  appliesIf?: TickCondition;
}

export interface TextField extends FieldOfForm {
  type: 'text';
  value: FieldValue;
  format?: ValueFormat;
}

export interface CheckField extends FieldOfForm {
  type: 'check';
  when: TickCondition;
}

export interface OptionField extends FieldOfForm {
  type: 'radio' | 'choice';
  value: FieldValue;
  /** The option for each value, as texts. */
  options: Readonly<Record<string, string>>;
}

/** A field that people fill in: a signature, a place and date, the result of a test. It is never missing. */
export interface BlankField extends FieldOfForm {
  type: 'blank';
}

export type FormField = TextField | CheckField | OptionField | BlankField;

/** Reasons that a field is not filled completely. */
export type MissingReason = 'EMPTY' | 'NO_OPTION' | 'TOO_LONG' | 'REPLACED_CHARACTERS';

export interface MissingField {
  /** `name` of the field. */
  field: string;
  label: string;
  required: boolean;
  reason: MissingReason;
  /** The record field that contains the value; null if there is none. */
  source: FieldSource | null;
}

/** Content of a form field. */
export interface FilledField {
  field: FormField;
  /** The text, the option or whether the box is ticked; null if the field stays blank. */
  value: string | boolean | null;
  missing: MissingField | null;
}

/** Returns an entry of the missing fields. */
export function missingField(
  { name, label, required = false }: FormField,
  reason: MissingReason,
  source: FieldSource | null,
): MissingField {
  return { field: name, label, required, reason, source };
}

/** The parts of a value that come from the context. */
function partsOf(value: FieldValue): readonly JoinedPart[] {
  if ('join' in value) return value.join;
  return 'path' in value ? [value] : [];
}

/** Where the value of a field is entered. With several parts, the first that is empty. */
export function sourceOf(value: FieldValue, context: RegistrationContext): FieldSource | null {
  const paths = partsOf(value).flatMap((part) => (typeof part === 'string' ? [] : [context[part.path]]));
  const found = paths.find((part) => part.value === null) ?? paths[0];
  return found?.source ?? null;
}

/** A text with an empty part is empty. */
function textOf(value: FieldValue, format: ValueFormat, context: RegistrationContext): string | null {
  if ('const' in value) return printedValue(value.const, {}, format);
  const texts = partsOf(value).map((part) =>
    typeof part === 'string' ? part : printedValue(context[part.path].value, context[part.path].type, format),
  );
  return texts.includes(null) ? null : texts.join('');
}

function isTicked(when: Exclude<TickCondition, true>, context: RegistrationContext): boolean | null {
  const { value } = context[when.path];
  if ('notEmpty' in when) return value !== null;
  if (value === null) return null;
  return 'is' in when ? value === when.is : when.in.includes(value);
}

/** Whether a field is needed; null if that is unknown. */
function applies(condition: Exclude<TickCondition, true>, context: RegistrationContext): boolean | null {
  const holds = isTicked(condition, context);
  return holds === null && isOfNoLine(context[condition.path].source) ? false : holds;
}

/** Whether the offer lacks the line that a value is about: it has no battery. */
function isOfNoLine(source: FieldSource | null): boolean {
  return source?.resource === 'offers' && source.path.lastIndexOf('/') === 0;
}

function filledTick(field: CheckField, context: RegistrationContext): FilledField {
  if (field.when === true) return { field, value: true, missing: null };
  const value = isTicked(field.when, context);
  const missing = value === null ? missingField(field, 'EMPTY', context[field.when.path].source) : null;
  return { field, value, missing };
}

/** Returns the value that options translate. */
function rawValue(value: FieldValue, context: RegistrationContext): ContextPrimitive | null {
  if ('const' in value) return value.const;
  return 'path' in value ? context[value.path].value : textOf(value, {}, context);
}

function filledOption(field: OptionField, context: RegistrationContext): FilledField {
  const { value: of, options } = field;
  const source = sourceOf(of, context);
  const value = rawValue(of, context);
  if (value === null) return { field, value: null, missing: missingField(field, 'EMPTY', source) };
  const option = Object.hasOwn(options, String(value)) ? options[String(value)] : undefined;
  if (option === undefined) return { field, value: null, missing: missingField(field, 'NO_OPTION', source) };
  return { field, value: option, missing: null };
}

/** Returns the content of a field. The caller adds problems with fitting and printing. */
export function filledField(field: FormField, context: RegistrationContext): FilledField {
  const { appliesIf = true } = field;
  if (field.type === 'blank') return { field, value: null, missing: null };
  if (appliesIf !== true) {
    const isNeeded = applies(appliesIf, context);
    if (isNeeded === null)
      return { field, value: null, missing: missingField(field, 'EMPTY', context[appliesIf.path].source) };
    if (!isNeeded) return { field, value: null, missing: null };
  }
  switch (field.type) {
    case 'check':
      return filledTick(field, context);
    case 'radio':
    case 'choice':
      return filledOption(field, context);
    case 'text': {
      const value = textOf(field.value, field.format ?? {}, context);
      const missing = value === null ? missingField(field, 'EMPTY', sourceOf(field.value, context)) : null;
      return { field, value, missing };
    }
  }
}
