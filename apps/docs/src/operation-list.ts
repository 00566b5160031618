import type { Contract } from './contract.ts';
import { type Html, html } from './html.ts';
import { type Address, link, operationAddress } from './links.ts';

/** Renders operations with their methods and links to the reference. */
export function operationList(contract: Contract, ids: readonly string[], page: Address): Html {
  return html`<ul class="operations">${ids.map((id) => {
    const method = contract.operations[id]?.method;
    const summary = contract.described.get(id)?.operation.summary;
    return html`<li><span>${method}</span> <a href="${link(page, operationAddress(contract, id))}">${summary}</a></li>`;
  })}</ul>`;
}
