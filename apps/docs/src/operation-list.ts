import { type OperationId, operations } from '@pv-planning/contract';
import { describedOperations } from './contract.ts';
import { type Html, html } from './html.ts';
import { type Address, link, operationAddress } from './links.ts';

export const operationIds = Object.keys(operations) as OperationId[];

const summaries = new Map(describedOperations.map(({ operationId, summary }) => [operationId, summary]));

/** Operations with their methods, each leading into the reference. */
export function operationList(ids: readonly OperationId[], page: Address): Html {
  return html`<ul class="operations">${ids.map(
    (id) =>
      html`<li><span>${operations[id].method}</span> <a href="${link(page, operationAddress(id))}">${summaries.get(id)}</a></li>`,
  )}</ul>`;
}
