import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Absence, absenceKinds } from '../../availability/absence-administration.ts';
import { schemaValidator } from '../../contract/contract-schemas.ts';
import { daysAfter, startOfGermanDay } from '../../dates/german-days.ts';
import type { Run } from '../command-output.ts';
import { table } from '../table.ts';
import { pointInTime } from './arguments.ts';

interface AddOptions {
  company: string;
  member: string;
  kind: string;
  from: string;
  to: string;
}

const isDay = (text: string) => schemaValidator('DateInput')(text);

/** Parses a day or a time with an offset. @param daysLater added to a day, so that it is included */
function dayOrTime(daysLater: number): (text: string) => string {
  return (text) => {
    if (isDay(text)) return startOfGermanDay(daysAfter(text, daysLater));
    try {
      return pointInTime(text);
    } catch {
      throw new InvalidArgumentError(
        'Enter a day such as 2027-03-29, or a time with an offset such as 2027-03-29T12:00:00+02:00.',
      );
    }
  };
}

const inWords = ({ id, plannerId, kind, startsAt, endsAt }: Absence) =>
  `absence ${id} (${kind}) of member ${plannerId}, ${startsAt} to ${endsAt}.`;

export function addAbsenceCommands(program: Command, run: Run): void {
  const absence = program
    .command('absence')
    .description('Absences of members. They take no new appointments then; existing ones stay.');

  absence
    .command('add')
    .description('Add an absence.')
    .requiredOption('--member <id>', 'id of the member, see "member list"')
    .addOption(new Option('--kind <kind>', 'reason').choices(absenceKinds).default('VACATION'))
    .requiredOption('--from <time>', 'first day, or a time with an offset', dayOrTime(0))
    .requiredOption('--to <time>', 'last day, which is included, or a time with an offset', dayOrTime(1))
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `
Example:
  npm run admin -- absence add --company 1 --member 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a --from 2027-03-29 --to 2027-04-02`,
    )
    .action(({ company, member: plannerId, kind, from: startsAt, to: endsAt }: AddOptions) =>
      run(async ({ absences }) => {
        const added = await absences.addAbsence(company, { plannerId, kind, startsAt, endsAt });
        return { json: added, text: `Added ${inWords(added)}` };
      }),
    );

  absence
    .command('list')
    .description('List absences, the earliest first.')
    .option('--member <id>', 'only those of this member')
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company, member }: { company: string; member?: string }) =>
      run(async ({ absences }) => {
        const found = await absences.listAbsences(company, member);
        const text = table(found, {
          ID: ({ id }) => id,
          MEMBER: ({ plannerId }) => plannerId,
          KIND: ({ kind }) => kind,
          FROM: ({ startsAt }) => startsAt,
          TO: ({ endsAt }) => endsAt,
        });
        return { json: found, text };
      }),
    );

  absence
    .command('remove')
    .description('Remove an absence.')
    .argument('<id>', 'see "absence list"')
    .requiredOption('--company <id>', 'id of the company')
    .action((id: string, { company }: { company: string }) =>
      run(async ({ absences }) => {
        const removed = await absences.removeAbsence(company, id);
        return { json: removed, text: `Removed ${inWords(removed)}` };
      }),
    );
}
