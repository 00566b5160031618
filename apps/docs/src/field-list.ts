import { resolveReference, type Schema } from '@pv-planning/contract/document';
import type { Contract } from './contract.ts';
import { type Html, html } from './html.ts';
import type { Address } from './links.ts';
import { inlineMarkdown } from './markdown.ts';

export interface Field {
  name: string;
  /** In words, such as \`string or null\`. */
  type: string;
  description: string;
}

/** Renders the fields of an object. */
export function fieldsOf({ document }: Contract, { properties = {} }: Schema): Field[] {
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolveReference(document, property);
    return { name, type: typeText(schema), description: schema.description ?? '' };
  });
}

export function fieldList(contract: Contract, fields: Field[], page: Address): Html {
  return html`<dl class="fields">${fields.map(
    ({ name, type, description }) =>
      html`<dt><code>${name}</code><small>${type}</small></dt><dd>${inlineMarkdown(contract, description, page)}</dd>`,
  )}</dl>`;
}

function typeText({ type, format, const: only, enum: values }: Schema): string {
  if (only !== undefined) return `always ${JSON.stringify(only)}`;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(', ');
  const types = [type ?? 'object'].flat().join(' or ');
  return format === undefined ? types : `${types}, ${format}`;
}
