import { posix } from 'node:path';
import type { Contract } from './contract.ts';

/** The path of a page within the site, with an optional fragment, such as `guides/errors.html`. */
export type Address = string;

export const referencePage = 'index.html';
export const webhooksPage = 'webhooks.html';
export const errorsPage = 'errors.html';
export const scopesPage = 'scopes.html';

/** Paths of the contract itself, for tools and language models. */
export const contractFiles: readonly Address[] = ['openapi.json', 'openapi.yaml', 'llms.txt'];

/** Returns a relative link between pages of the site, which works below any path and from a disk. */
export function link(from: Address, to: Address): string {
  const [page = '', fragment] = to.split('#');
  const path = page === from ? '' : posix.relative(posix.dirname(from), page);
  return fragment === undefined ? path || posix.basename(page) : `${path}#${fragment}`;
}

/** Returns the address of a guide. */
export function guidePage(name: string): Address {
  return `guides/${slug(name)}.html`;
}

/** Returns the address of a tag in the reference. */
export function tagAddress(name: string): Address {
  return `${referencePage}#/${slug(name)}`;
}

/** Returns the address of an operation or a webhook in the reference. */
export function operationAddress({ described, webhooks }: Contract, operationId: string): Address {
  const webhook = webhooks.find(([, one]) => one.operationId === operationId)?.[1];
  const [tag] = (described.get(operationId)?.operation ?? webhook)?.tags ?? [];
  if (tag === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  return `${tagAddress(tag)}/${operationId.toLowerCase()}`;
}

/** Returns the address that documents an event, an error code, a scope or an operation, or `undefined` for any other name. */
export function addressOfName(contract: Contract, name: string): Address | undefined {
  if (Object.hasOwn(contract.events, name)) return `${webhooksPage}#${name}`;
  if (Object.hasOwn(contract.errors, name)) return `${errorsPage}#${name}`;
  if (Object.hasOwn(contract.scopes, name)) return `${scopesPage}#${name}`;
  return contract.described.has(name) ? operationAddress(contract, name) : undefined;
}

/**
 * Resolves the tag links in a text of the contract (`#tag/Errors`) to addresses of the site. Throws for a tag that does not
 * exist.
 */
export function siteLinks({ document, guides }: Contract, markdown: string, from: Address): string {
  return markdown.replace(/\]\(#tag\/([^)]+)\)/g, (_, name: string) => {
    const tag = (document.tags ?? []).find((one) => slug(one.name) === slug(decodeURIComponent(name)));
    if (tag === undefined) throw new Error(`The contract links to the tag ${name}, which it does not have.`);
    return `](${link(from, guides.includes(tag) ? guidePage(tag.name) : tagAddress(tag.name))})`;
  });
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[\s/]+/g, '-');
}
