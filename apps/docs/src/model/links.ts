import { posix } from 'node:path';
import { mainDocument } from '@pv-planning/contract/documents';
import { type Contract, contracts } from './contract.ts';

/** The path of a page within the site, with an optional fragment, such as `guides/errors.html#retries`. */
export type Address = string;

/** Returns a relative link between pages of the site, which works below any path and from a disk. */
export function link(from: Address, to: Address): string {
  const [page = '', fragment] = to.split('#');
  const path = page === from ? '' : posix.relative(posix.dirname(from), page);
  return fragment === undefined ? path || posix.basename(page) : `${path}#${fragment}`;
}

/** Returns the address of a page of a document. The main document's pages are at the root. */
export function inSite({ name }: Pick<Contract, 'name'>, address: Address): Address {
  return name === mainDocument ? address : `${name}/${address}`;
}

export function guideAddress(contract: Contract, name: string): Address {
  return inSite(contract, `guides/${slug(name)}.html`);
}

export function resourceAddress(contract: Contract, tag: string): Address {
  return inSite(contract, `resources/${slug(tag)}.html`);
}

export function operationAddress(contract: Contract, operationId: string): Address {
  return inSite(contract, `operations/${operationId}.html`);
}

export function eventAddress(contract: Contract, event: string): Address {
  return inSite(contract, `events/${event}.html`);
}

export function errorAddress(contract: Contract, code: string): Address {
  return inSite(contract, `errors/${code}.html`);
}

function scopeAddress(contract: Contract, scope: string): Address {
  return inSite(contract, `scopes.html#${scope}`);
}

/**
 * Returns the address that explains an operation, an event, an error code or a scope, or `undefined` for any other name. Names of the
 * document itself win over those of the others.
 */
export function addressOfName(contract: Contract, name: string): Address | undefined {
  for (const one of [contract, ...contracts.values()]) {
    if (one.described.has(name)) return operationAddress(one, name);
    if (Object.hasOwn(one.events, name)) return eventAddress(one, name);
    if (Object.hasOwn(one.errors, name)) return errorAddress(one, name);
    if (Object.hasOwn(one.scopes, name)) return scopeAddress(one, name);
  }
  return undefined;
}

/**
 * Returns the link for a target in a text of the contract or of the site: `#tag/Errors` is the page of a tag, `/errors.html` a page
 * of the site.
 *
 * @throws Error for a tag that does not exist
 */
export function linkOf(contract: Contract, from: Address, target: string): string {
  if (target.startsWith('/')) return link(from, target.slice(1));
  if (!target.startsWith('#tag/')) return target;
  const name = slug(decodeURIComponent(target.slice('#tag/'.length)));
  const tag = (contract.document.tags ?? []).find((one) => slug(one.name) === name);
  if (tag === undefined)
    throw new Error(`${contract.name} links to the tag ${name}, which it does not have.`);
  const isGuide = contract.guides.includes(tag);
  return link(from, isGuide ? guideAddress(contract, tag.name) : resourceAddress(contract, tag.name));
}

/** Returns a text as part of an address or an id. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
