import type { Command } from 'commander';
import type { Run } from '../command-output.ts';

export function addLinkCommands(program: Command, run: Run): void {
  const link = program.command('link').description('Links to offers, for customers.');

  link
    .command('rotate')
    .description('Replace the link to an offer. The previous one stops working.')
    .argument('<offer>', 'id of the offer')
    .requiredOption('--company <id>', 'company of the offer')
    .addHelpText(
      'after',
      `
Whoever has the link can decide as the customer. It starts with PUBLIC_URL, which this command requires.

Example:
  PUBLIC_URL=https://offers.example npm run admin -- link rotate 7003 --company 1`,
    )
    .action((id: string, { company }: { company: string }) =>
      run(async ({ offerLinks }) => {
        const rotated = await offerLinks.rotateOfferLink({ companyId: company, id });
        const text = [
          `Replaced the link to offer ${id} of company ${rotated.companyId}. The previous one does not work any more.`,
          rotated.url,
          `Works until ${rotated.expiresAt ?? 'two years after the acceptance, or 90 days after a decline'}.`,
        ];
        return { json: rotated, text: text.join('\n') };
      }),
    );
}
