import type { Tag } from '@pv-planning/contract/document';
import type { Contract } from './contract.ts';
import type { Term } from './repository.ts';

/** The tags with operations, in the order of the navigation. */
export function resourceTags({ document, guides }: Contract): Tag[] {
  const tags = (document.tags ?? []).filter((tag) => !guides.includes(tag));
  const order = (document['x-tagGroups'] ?? []).flatMap((group) => group.tags);
  return order.length === 0 ? tags : tags.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

export function operationsOfTag({ described }: Contract, tag: string): string[] {
  return [...described].flatMap(([id, { operation }]) => (operation.tags[0] === tag ? [id] : []));
}

/** The tag whose name is the plural of a term. */
export function resourceOf(contract: Contract, { english }: Term): string | undefined {
  const [first = ''] = english.split(/[,:;]/);
  const singular = first.trim().replaceAll('`', '').toLowerCase();
  const plurals = [singular, `${singular}s`, singular.replace(/y$/, 'ies')];
  return resourceTags(contract).find(({ name }) => plurals.includes(name.toLowerCase()))?.name;
}
