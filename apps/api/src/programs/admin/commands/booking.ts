import type { Booking, BookingStatus } from '@pv-planning/contract';
import { type Command, Option } from 'commander';
import { schemaNamed } from '../../../kernel/contract/contract-document.ts';
import { germanDayOf, startOfGermanDay } from '../../../kernel/dates/german-days.ts';
import type { Run } from '../command-output.ts';
import { table } from '../table.ts';
import { amountInCents, dayOrTime, emailAddress, wholeNumber } from './arguments.ts';

interface ListOptions {
  company: string;
  from?: string;
  to?: string;
  status?: BookingStatus;
  type?: string;
  member?: string;
  customer?: string;
  limit: number;
}

const statuses = schemaNamed<{ enum: readonly BookingStatus[] }>('BookingStatus').enum;

function listing(bookings: readonly Booking[]): string {
  return table(bookings, {
    ID: ({ id }) => id,
    STARTS: ({ startsAt }) => startsAt,
    MINUTES: ({ durationMinutes }) => String(durationMinutes),
    TYPE: ({ typeSlug }) => typeSlug,
    STATUS: ({ status }) => status,
    PAYMENT: ({ paymentStatus }) => paymentStatus,
    CUSTOMER: ({ customer }) => customer?.name ?? null,
    PLANNER: ({ planner }) => planner?.name ?? null,
  });
}

const euros = (cents: number) => `${(cents / 100).toFixed(2)} EUR`;

/** Describes this refund and, if there were others, the sum. */
function refundText({ id, paymentMethod, refundedCents }: Booking, amountCents: number): string {
  const what = `${euros(amountCents)} of booking ${id}`;
  const sum = refundedCents > amountCents ? `, ${euros(refundedCents)} in all` : '';
  return paymentMethod === 'manual'
    ? `Recorded that your team gives back ${what}${sum}.`
    : `The payment provider returns ${what} to the customer${sum}.`;
}

export function addBookingCommands(program: Command, run: Run): void {
  const booking = program.command('booking').description('Appointments with customers.');

  booking
    .command('settle')
    .description(
      'Record that the customer has paid your team. A checkout of the customer expires first; if it was paid there, that counts.',
    )
    .argument('<id>', 'see "booking list"')
    .requiredOption('--company <id>', 'id of the company')
    .option(
      '--paid-at <time>',
      'when the money came: a day, or a time with an offset (default: now)',
      dayOrTime('first'),
    )
    .action((id: string, { company, paidAt }: { company: string; paidAt?: string }) =>
      run(async ({ payments }) => {
        const settled = await payments.settleBooking(company, id, paidAt);
        const how = settled.paymentMethod === 'manual' ? 'settled by hand' : 'paid in the checkout';
        return { json: settled, text: `Booking ${id} is ${how} and ${settled.status}.` };
      }),
    );

  booking
    .command('refund')
    .description(
      'Give money back to the customer, without cancelling. What was paid through Stripe goes back there; what your team received by hand, it gives back by hand, and this is only recorded.',
    )
    .argument('<id>', 'see "booking list"')
    .requiredOption('--company <id>', 'id of the company')
    .option('--amount <euros>', 'default: all that has not gone back yet', amountInCents)
    .option('--again', 'also if the same amount has been refunded before')
    .addHelpText(
      'after',
      '\nExample:\n  npm run admin -- booking refund 019cf5ba-a1b0-7e34-8f55-6f7081920314 --company 1 --amount 49.50',
    )
    .action((id: string, { company, amount, again }: { company: string; amount?: number; again?: true }) =>
      run(async ({ payments }) => {
        const { booking: refunded, amountCents } = await payments.refundBooking(company, id, {
          amountCents: amount,
          isAgain: again,
        });
        return { json: refunded, text: refundText(refunded, amountCents) };
      }),
    );

  booking
    .command('list')
    .description('List appointments, the earliest first.')
    .option('--from <time>', 'first day, or a time with an offset (default: today)', dayOrTime('first'))
    .option('--to <time>', 'last day, which is included, or a time with an offset', dayOrTime('last'))
    .addOption(
      new Option('--status <status>', 'without it, all but PENDING_PAYMENT and EXPIRED').choices(statuses),
    )
    .option('--type <slug>', 'only those of this booking type')
    .option('--member <id>', 'only those of this member; none for those that nobody has')
    .option('--customer <address>', 'only those with this e-mail address', emailAddress)
    .option('--limit <count>', 'maximum number', wholeNumber(1, 1000), 50)
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `
Examples:
  npm run admin -- booking list --company 1 --from 2027-03-29 --to 2027-04-02
  npm run admin -- booking list --company 1 --from 2020-01-01 --customer maria.schneider@example.com`,
    )
    .action(({ company, from, to, type, member, customer, status, limit }: ListOptions) =>
      run(async ({ appointments }) => {
        const filters = {
          startsFrom: from ?? startOfGermanDay(germanDayOf(new Date().toISOString())),
          ...(to !== undefined && { startsTo: to }),
          ...(status !== undefined && { status: [status] }),
          ...(type !== undefined && { typeSlug: type }),
          ...(member !== undefined && { plannerId: member }),
          ...(customer !== undefined && { customerEmail: customer }),
        };
        const { data, total } = await appointments.listBookings(company, filters, limit);
        const more = total > data.length ? `\nThe first ${data.length} of ${total}.` : '';
        return { json: data, text: total > 0 ? `${listing(data)}${more}` : 'No appointments found.' };
      }),
    );
}
