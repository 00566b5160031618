import type { TemplateField } from '../child/forms/template-fields.ts';
import { closeNames } from './close-names.ts';
import { type ContextPath, contextPaths } from './context.ts';
import { contextFields } from './context-fields.ts';
import type { FieldValue, FormField, TickCondition } from './form-map.ts';
import type { ValueType } from './printed-value.ts';
import type { FormMap } from './template-map.ts';

function unknown(kind: string, name: string, known: readonly string[]): string {
  const close = closeNames(name, known);
  return `there is no ${kind} ${JSON.stringify(name)}${close.length > 0 ? `; close: ${close.join(', ')}` : ''}`;
}

function pathsIn(value: FieldValue): ContextPath[] {
  if ('path' in value) return [value.path];
  return 'join' in value ? value.join.flatMap((part) => (typeof part === 'string' ? [] : [part.path])) : [];
}

const typeOfPath = (path: ContextPath): ValueType => contextFields[path];

/** Whether a value of the context can be this one. */
function canBe(path: ContextPath, value: string | number | boolean): boolean {
  const { kind, values } = typeOfPath(path);
  if (kind === 'number' || kind === 'boolean') return typeof value === kind;
  return typeof value === 'string' && (values === undefined || values.includes(value));
}

/** Whether the value can have this key in `options`, which are texts. */
function canBeOption(path: ContextPath, key: string): boolean {
  const { kind } = typeOfPath(path);
  if (kind === 'boolean') return key === 'true' || key === 'false';
  return kind === 'number' ? Number.isFinite(Number(key)) : canBe(path, key);
}

function conditionProblems(condition: TickCondition): string[] {
  if (condition === true) return [];
  const { path } = condition;
  if (!contextPaths.includes(path)) return [unknown('value', path, contextPaths)];
  const values = 'is' in condition ? [condition.is] : 'in' in condition ? condition.in : [];
  return values
    .filter((value) => !canBe(path, value))
    .map((value) => `${path} is never ${JSON.stringify(value)}`);
}

function valueProblems(field: FormField): string[] {
  const { appliesIf = true } = field;
  const conditions = field.type === 'check' ? [appliesIf, field.when] : [appliesIf];
  const problems = conditions.flatMap(conditionProblems);
  if (!('value' in field)) return problems;
  const paths = pathsIn(field.value);
  const unknownPaths = paths.filter((path) => !contextPaths.includes(path));
  problems.push(...unknownPaths.map((path) => unknown('value', path, contextPaths)));
  const [path] = paths;
  if (unknownPaths.length > 0 || !('options' in field) || !('path' in field.value) || !path) return problems;
  const never = Object.keys(field.options).filter((key) => !canBeOption(path, key));
  return [...problems, ...never.map((key) => `${path} is never ${key}`)];
}

function templateProblems(field: FormField, template: readonly TemplateField[]): string[] {
  const names = template.map(({ name }) => name);
  const found = template.find(({ name }) => name === field.name);
  if (!found) return [unknown('field', field.name, names)];
  if (field.type === 'blank') return [];
  if (found.unseen)
    return [`nobody sees the field, because it is ${found.unseen}; its entry can only be of type blank`];
  if (found.type !== field.type) return [`the field is of type ${found.type}, not ${field.type}`];
  if (!('options' in field)) return [];
  const options = Object.values(field.options).filter((option) => !found.options.includes(option));
  return options.map((option) => `the field has no option ${option}, but ${found.options.join(', ')}`);
}

/** Returns the reasons why a map cannot fill a template; none if it can. */
export function mapProblems({ fields }: FormMap, template: readonly TemplateField[]): string[] {
  const names = fields.map(({ name }) => name);
  const problems = fields.flatMap((field, index) => {
    const twice = names.indexOf(field.name) < index ? ['the field has two entries'] : [];
    return [...twice, ...templateProblems(field, template), ...valueProblems(field)].map(
      (problem) => `${field.name}: ${problem}`,
    );
  });
  const left = template.filter(({ name }) => !names.includes(name));
  const entries = left.map(({ name, label }) =>
    JSON.stringify({ name, type: 'blank', label: label || name }),
  );
  return entries.length === 0
    ? problems
    : [...problems, `these fields have no entry, as blank ones would be: ${entries.join(', ')}`];
}

const undecided = { path: '' };

/** Returns an entry that shows what the field can be. Paths, and the values that options stand for, are left to people. */
function draftEntry({ name, label: tooltip, type: fieldType, options, unseen }: TemplateField) {
  const type = unseen ? 'blank' : fieldType;
  const entry = { name, type, label: tooltip || name };
  switch (type) {
    case 'text':
      return { ...entry, value: undecided };
    case 'check':
      return { ...entry, when: { ...undecided, is: true } };
    case 'radio':
    case 'choice':
      return {
        ...entry,
        value: undecided,
        options: Object.fromEntries(options.map((option) => [option, option])),
      };
    case 'blank':
      return entry;
  }
}

/** Returns the beginning of a map. */
export function draftMap(template: readonly TemplateField[]) {
  return {
    formatVersion: 1,
    code: 'OTHER',
    name: '',
    version: null,
    phase: 'APPLICATION',
    appliesTo: 'ALWAYS',
    fields: template.map(draftEntry),
  };
}
