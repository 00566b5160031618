import type { Contract } from '../contract.ts';
import { guidePage } from '../links.ts';
import { markdown } from '../markdown.ts';
import type { Page } from '../shell.ts';

/** Renders one page for each guide of the contract. */
export function guidePages(contract: Contract): Page[] {
  const { guides } = contract;
  return guides.map(({ name, description = '' }) => {
    const address = guidePage(name);
    const { content, headings } = markdown(contract, description, address);
    return {
      address,
      title: name,
      description: `${name}: a guide to the ${contract.document.info.title}.`,
      aside: {
        label: 'Guides',
        links: guides.map((guide) => ({
          to: guidePage(guide.name),
          text: guide.name,
          below:
            guide.name === name ? headings.map(({ id, text }) => ({ to: `${address}#${id}`, text })) : [],
        })),
      },
      content,
    };
  });
}
