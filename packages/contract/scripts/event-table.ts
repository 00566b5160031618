import { resolveReference } from '../src/document.ts';
import type { ContractDocument, Schema } from './document.ts';
import type { TableEntry } from './print-table.ts';

/** One entry for each webhook: the scope that may read its events, and the fields of `data`. */
export function eventTable(document: ContractDocument): TableEntry[] {
  return Object.entries(document.webhooks).map(([name, { post }]) => {
    const event = resolveReference<Schema>(
      document,
      post.requestBody?.content['application/json'].schema ?? {},
    );
    const data = resolveReference<Schema>(document, event.properties?.data ?? {});
    return {
      name,
      text: post.summary,
      value: { scope: post['x-scope'], fields: Object.keys(data.properties ?? {}) },
    };
  });
}
