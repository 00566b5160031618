import { type Schema as ContractSchema, resolveReference } from '@pv-planning/contract/document';
import type { Contract } from './contract.ts';

/** A field of a request or a response, with the fields below it. */
export interface Field {
  name: string;
  /** Unique on the page. */
  id: string;
  /** In words, such as `string or null`. */
  type: string;
  required: boolean;
  description: string;
  /** Such as `1–100 characters`. */
  limits: string[];
  values: string[];
  example?: string;
  variants: Variant[];
}

/** The fields of an object, or of one of several that a value can be. */
export interface Variant {
  label?: string;
  fields: Field[];
}

type Schema = ContractSchema & {
  examples?: unknown[];
  discriminator?: { propertyName: string };
  maxProperties?: number;
};

const maxDepth = 6;

/** Returns the fields of a JSON body, of each object that it can be. Recursive schemas end where they repeat. */
export function fieldsOf(contract: Contract, schema: ContractSchema, id: string): Variant[] {
  return variantsOf(contract, schema, id, []);
}

/** Describes the type of a value in words. */
export function typeText(contract: Contract, schema: ContractSchema): string {
  const { const: only, items, type, format, ...one } = flat(contract, schema);
  if (only !== undefined) return `always ${JSON.stringify(only)}`;
  const nullable = [type].flat().includes('null') ? ' or null' : '';
  if (items) return `array of ${typeText(contract, items)}${nullable}`;
  const variants = valueVariants(one);
  if (variants.length > 0)
    return [...new Set(variants.map((variant) => typeText(contract, variant)))].join(' or ');
  const types = [type ?? 'object'].flat().join(' or ');
  return format === undefined ? types : `${types} (${format})`;
}

/** Follows references and merges `allOf`. Keywords beside a reference win. */
function flat(contract: Contract, schema: ContractSchema): Schema {
  const { allOf, ...own } = resolveReference<Schema>(contract.document, schema as Schema);
  if (allOf === undefined) return own;
  const parts = allOf.map((one) => flat(contract, one));
  return {
    ...Object.assign({}, ...parts),
    ...own,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
    required: [...parts.flatMap(({ required = [] }) => required), ...(own.required ?? [])],
  };
}

/** The alternatives of a value. `anyOf` that only requires fields is none. */
function valueVariants({ oneOf, anyOf }: Schema): ContractSchema[] {
  return (oneOf ?? anyOf ?? []).filter((one) => Object.keys(one).some((key) => key !== 'required'));
}

/** The objects whose fields describe a value: of an array its items, of `x or null` x. */
function variantsOf(contract: Contract, schema: ContractSchema, id: string, above: Schema[]): Variant[] {
  const one = flat(contract, schema);
  if (above.length >= maxDepth || above.some(({ properties }) => properties && properties === one.properties))
    return [];
  if (one.items) return variantsOf(contract, one.items, id, above);
  if (typeof one.additionalProperties === 'object' && one.properties === undefined) {
    const fields = [
      fieldOf(contract, '…', one.additionalProperties, { id, required: false, above: [...above, one] }),
    ];
    return [{ fields }];
  }
  const alternatives = valueVariants(one);
  if (alternatives.length === 0) {
    const { properties, required = [] } = one;
    if (properties === undefined) return [];
    return [
      {
        fields: Object.entries(properties).map(([name, property]) =>
          fieldOf(contract, name, property, {
            id,
            required: required.includes(name),
            above: [...above, one],
          }),
        ),
      },
    ];
  }
  const objects = alternatives.filter((alternative) => {
    const { items, properties } = flat(contract, alternative);
    return items !== undefined || properties !== undefined;
  });
  return objects.flatMap((alternative) => {
    if (objects.length === 1) return variantsOf(contract, alternative, id, above);
    const label = labelOf(contract, alternative, one.discriminator?.propertyName);
    const key = `${id}.${label.replaceAll(/\W+/g, '-')}`;
    return variantsOf(contract, alternative, key, above).map((variant) => ({ ...variant, label }));
  });
}

/** Names an alternative by the field that tells it from the others, or by its schema. */
function labelOf(contract: Contract, schema: ContractSchema, discriminator: string | undefined): string {
  const { properties = {} } = flat(contract, schema);
  const property = discriminator === undefined ? undefined : properties[discriminator];
  const value = property && flat(contract, property);
  const only = value?.const ?? (value?.enum?.length === 1 ? value.enum[0] : undefined);
  if (only !== undefined) return `${discriminator} ${JSON.stringify(only)}`;
  const [, name = 'Object'] = /([^/]+)$/.exec(schema.$ref ?? '') ?? [];
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

function fieldOf(
  contract: Contract,
  name: string,
  property: ContractSchema,
  { id: parent, required, above }: { id: string; required: boolean; above: Schema[] },
): Field {
  const one = flat(contract, property);
  const leaf = one.items ? flat(contract, one.items) : one;
  const value = leafOf(contract, leaf);
  const id = `${parent}.${name}`;
  const [example] = one.examples ?? value.examples ?? [];
  return {
    name,
    id,
    type: typeText(contract, property),
    required,
    description: one.description ?? '',
    limits: [...limitsOf(value), ...(leaf === one ? [] : limitsOf(one))],
    values: (value.enum ?? []).map((each) => JSON.stringify(each)),
    ...(example !== undefined && value.enum === undefined && { example: JSON.stringify(example) }),
    variants: variantsOf(contract, property, id, above),
  };
}

/** Of `x or null`, x. */
function leafOf(contract: Contract, schema: Schema): Schema {
  const alternatives = valueVariants(schema)
    .map((one) => flat(contract, one))
    .filter(({ type }) => type !== 'null');
  return alternatives.length === 1 ? { ...schema, ...alternatives[0] } : schema;
}

/** Describes the limits of a value in words. */
export function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, pattern, default: preset } = schema;
  return [
    range(minimum, maximum, ''),
    exclusiveMinimum === undefined ? '' : `> ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? '' : `< ${exclusiveMaximum}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    range(undefined, schema.maxProperties, ' fields'),
    schema.uniqueItems ? 'no duplicates' : '',
    preset === undefined ? '' : `default ${JSON.stringify(preset)}`,
    // Patterns with control characters only exclude them, as the overview says.
    pattern === undefined || pattern.includes('\\u0000') ? '' : `pattern ${pattern}`,
  ].filter((limit) => limit !== '');
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  if (from !== undefined && to !== undefined) return from === to ? `${from}${unit}` : `${from}–${to}${unit}`;
  if (from !== undefined) return `≥ ${from}${unit}`;
  return to === undefined ? '' : `≤ ${to}${unit}`;
}
