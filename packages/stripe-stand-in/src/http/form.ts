import { parse } from 'qs';

/** Decodes `line_items[0][price_data][currency]=eur` into an object. All values are texts. */
export function decodeForm(form: string): Record<string, unknown> {
  return parse(form, { depth: 10, arrayLimit: 100, strictDepth: true });
}
