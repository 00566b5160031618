import { readFileSync } from 'node:fs';
import type { Offer } from '@pv-planning/contract';

interface GuideFunctions {
  upsert(collection: string, records: object[]): Promise<{ ids: Map<string, string>; failed: object[] }>;
  moveCustomersAndProjects(customers: object[], projects: object[]): Promise<object[]>;
  changedOffers(since: string): AsyncGenerator<Offer>;
}

const guide = readFileSync(new URL('../openapi/guides/moving-data.md', import.meta.url), 'utf8');
const code = Array.from(guide.matchAll(/^```ts\n(.*?)^```$/gms), ([, part]) => part).join('');

/** Loads the code of the guide "Moving data", with small requests and pages, for tests against a server. */
export async function movingDataGuide(baseUrl: string, key: string): Promise<GuideFunctions> {
  const small = code.replaceAll('500', '7').replaceAll('limit=50', 'limit=2');
  const names = 'upsert, moveCustomersAndProjects, changedOffers';
  const source = `export default (baseUrl, headers) => {${small}return { ${names} };}`;
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  return module.default(baseUrl, { Authorization: `Bearer ${key}` });
}
