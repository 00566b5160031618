import type { Command } from 'commander';
import {
  type BookingTypeSetup,
  bookingTypeFields,
} from '../../../appointments/appointment-administration.ts';
import type { Run } from '../command-output.ts';
import type { ReadInput } from '../read-input.ts';
import { table } from '../table.ts';
import { slugText } from './arguments.ts';
import { fileHelp, fileOption, readJsonFile } from './record-file.ts';

interface FileOptions {
  company: string;
  file: string;
}

const plannerHelp = `
"plannerIds" names the members who take the appointments. To set their order, send instead:
  "planners": [{"plannerId":"…","priority":1,"weight":2}]   priority 1 comes first, weight is the share within a priority
`;

function inWords(verb: string, { slug, name, active, planners }: BookingTypeSetup): string {
  const state = active ? 'active' : 'inactive';
  return `${verb} booking type ${slug} (${name}, ${state}). Planners: ${planners.length}.`;
}

export function addBookingTypeCommands(program: Command, run: Run, readInput: ReadInput): void {
  const bookingType = program.command('booking-type').description('Kinds of appointment.');

  bookingType
    .command('create')
    .description('Add a booking type. It needs at least name, durationMinutes and location.')
    .argument('<slug>', 'name of the type in addresses, which never changes', slugText)
    .requiredOption(...fileOption)
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `${plannerHelp}
Example:
  echo '{"name":"Beratung","durationMinutes":30,"location":"VIDEO","sources":["BOOKING_PAGE"]}' \\
    | npm run admin -- booking-type create videoberatung --company 1 --file -`,
    )
    .action(async (slug: string, { company: companyId, file }: FileOptions) => {
      const fields = bookingTypeFields(await readJsonFile(readInput, file));
      return run(async ({ appointments }) => {
        const created = await appointments.createBookingType({ companyId, slug }, fields);
        return { json: created, text: inWords('Created', created) };
      });
    });

  bookingType
    .command('update')
    .description('Change a booking type. Existing appointments stay as they are.')
    .argument('<slug>', 'see "booking-type list"')
    .requiredOption(...fileOption)
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `${fileHelp}${plannerHelp}
Example:
  echo '{"active":false}' | npm run admin -- booking-type update beratung --company 1 --file -`,
    )
    .action(async (slug: string, { company: companyId, file }: FileOptions) => {
      const fields = bookingTypeFields(await readJsonFile(readInput, file));
      return run(async ({ appointments }) => {
        const updated = await appointments.updateBookingType({ companyId, slug }, fields);
        return { json: updated, text: inWords('Updated', updated) };
      });
    });

  bookingType
    .command('list')
    .description("List a company's booking types.")
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company }: { company: string }) =>
      run(async ({ appointments }) => {
        const types = await appointments.listBookingTypes(company);
        const text = table(types, {
          SLUG: ({ slug }) => slug,
          NAME: ({ name }) => name,
          MINUTES: ({ durationMinutes }) => String(durationMinutes),
          PRICE: ({ priceCents }) => (priceCents === 0 ? 'free' : `${(priceCents / 100).toFixed(2)} EUR`),
          ASSIGNMENT: ({ assignment }) => assignment,
          PLANNERS: ({ planners }) => String(planners.length),
          SOURCES: ({ sources }) => sources.join(',') || null,
          ACTIVE: ({ active }) => (active ? 'yes' : 'no'),
        });
        return { json: types, text };
      }),
    );
}
