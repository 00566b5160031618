import type { Contract } from '../model/contract.ts';
import {
  errorAddress,
  eventAddress,
  guideAddress,
  operationAddress,
  resourceAddress,
  slug,
} from '../model/links.ts';

/**
 * Returns the script that leads old addresses on. The reference used to be one page; the last part of a fragment
 * (`#tag/Customers/operation/createCustomer`, `#/customers/createcustomer`, `#version_conflict`) names the new page.
 */
export function movedScript(contracts: Iterable<Contract>): string {
  const documents = [...contracts].map((contract) => {
    const addresses = [
      ...Object.keys(contract.errors).map((code) => [code, errorAddress(contract, code)]),
      ...(contract.document.tags ?? []).map((tag) => [
        slug(tag.name),
        contract.guides.includes(tag)
          ? guideAddress(contract, tag.name)
          : resourceAddress(contract, tag.name),
      ]),
      ...[...contract.described.keys()].map((id) => [id.toLowerCase(), operationAddress(contract, id)]),
      ...contract.webhooks.flatMap(([event, { operationId }]) => [
        [event, eventAddress(contract, event)],
        [operationId.toLowerCase(), eventAddress(contract, event)],
      ]),
    ];
    return [contract.name, Object.fromEntries(addresses)];
  });
  return `window.moved = ${JSON.stringify(Object.fromEntries(documents))};\n`;
}
