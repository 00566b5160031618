import { type OpenApiDocument, type Operation, operationsOf } from '@pv-planning/contract/document';
import { type CodeSample, codeSamples } from './code-samples.ts';
import type { Contract } from './contract.ts';
import { contractFiles, guidePage, link, referencePage, siteLinks, webhooksPage } from './links.ts';

/** An operation with Redoc's extensions. */
type SampledOperation = Operation & { 'x-codeSamples'?: CodeSample[] };

/**
 * Returns the contract for the reference: with code samples and links to the other pages, and without the texts of the guides,
 * which have separate pages.
 */
export function referenceDocument(contract: Contract): OpenApiDocument {
  const document = structuredClone(contract.document);
  for (const { operation } of operationsOf(document)) {
    (operation as SampledOperation)['x-codeSamples'] = codeSamples(contract, operation.operationId);
  }
  takeGuidesOut(contract, document);
  leadLinksToPages(contract, document);
  const files = contractFiles.map((file) => `[${file}](${file})`).join(', ');
  document.info.description = `${document.info.description ?? ''}\n\nThe contract as a file: ${files}.`;
  return document;
}

function takeGuidesOut({ guides, webhooks }: Contract, document: OpenApiDocument): void {
  const eventTags = new Set(webhooks.flatMap(([, { tags }]) => tags));
  const guideNames = new Set(guides.map(({ name }) => name));
  const kept = (name: string) => !guideNames.has(name) || eventTags.has(name);
  document.tags = (document.tags ?? [])
    .filter(({ name }) => kept(name))
    .map((tag) => (guideNames.has(tag.name) ? { ...tag, description: pointer(tag.name) } : tag));
  document['x-tagGroups'] = (document['x-tagGroups'] ?? [])
    .map((group) => ({ ...group, tags: group.tags.filter(kept) }))
    .filter(({ tags }) => tags.length > 0);
}

/** Replaces, in the reference, the text of a guide that events belong to. */
function pointer(guide: string): string {
  const [guideLink, eventsLink] = [guidePage(guide), webhooksPage].map((page) => link(referencePage, page));
  return `[The guide](${guideLink}) explains how events are sent and verified, [the list of events](${eventsLink}) when.`;
}

function leadLinksToPages(contract: Contract, node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    if (name === 'description' && typeof value === 'string') {
      (node as { description: string }).description = siteLinks(contract, value, referencePage);
    } else leadLinksToPages(contract, value);
  }
}
