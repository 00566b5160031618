import { jsonOf, type OpenApiDocument, resolveReference, webhooksOf } from '../src/document.ts';
import type { TableEntry } from './print-table.ts';

/** One entry for each webhook: the scope that may read its events, and the fields of `data`. */
export function eventTable(document: OpenApiDocument): TableEntry[] {
  return webhooksOf(document).map(([name, webhook]) => {
    const event = resolveReference(document, jsonOf(webhook.requestBody)?.schema ?? {});
    const data = resolveReference(document, event.properties?.data ?? {});
    return {
      name,
      text: webhook.summary,
      value: { scope: webhook['x-scope'], fields: Object.keys(data.properties ?? {}) },
    };
  });
}
