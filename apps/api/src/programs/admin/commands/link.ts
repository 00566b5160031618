import type { Command } from 'commander';
import type { Run } from '../command-output.ts';

export function addLinkCommands(program: Command, run: Run): void {
  const link = program.command('link').description('Links to offers and bookings, for customers.');

  link
    .command('rotate')
    .description('Replace the link to an offer or a booking. The previous one stops working.')
    .argument('<record>', 'id of the offer or of the booking')
    .requiredOption('--company <id>', 'company of the record')
    .addHelpText(
      'after',
      `
Whoever has the link can act as the customer. It starts with PUBLIC_URL, which this command requires. Nothing is mailed: send
the customer the new link.

Examples:
  PUBLIC_URL=https://offers.example npm run admin -- link rotate 7003 --company 1
  PUBLIC_URL=https://offers.example npm run admin -- link rotate 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a --company 1`,
    )
    .action((id: string, { company: companyId }: { company: string }) =>
      run(async ({ sales, appointments }) => {
        // Ids of bookings are UUIDs, those of offers numbers.
        const isBooking = id.includes('-');
        const rotated = isBooking
          ? await appointments.rotateBookingLink({ companyId, id })
          : await sales.rotateOfferLink({ companyId, id });
        const record = `${isBooking ? 'booking' : 'offer'} ${id} of company ${rotated.companyId}`;
        const text = [
          `Replaced the link to ${record}. The previous one does not work any more.`,
          rotated.url,
          `Works until ${rotated.expiresAt ?? 'two years after the acceptance, or 90 days after a decline'}.`,
        ];
        return { json: rotated, text: text.join('\n') };
      }),
    );
}
