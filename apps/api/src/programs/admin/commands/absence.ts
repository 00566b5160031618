import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type Absence,
  absenceKinds,
  type NewAbsence,
} from '../../../appointments/appointment-administration.ts';
import { AdministrationError } from '../../../company/administration-error.ts';
import { inputCheck } from '../../../company/checked-input.ts';
import type { Run } from '../command-output.ts';
import type { ReadInput } from '../read-input.ts';
import { table } from '../table.ts';
import { dayOrTime } from './arguments.ts';
import { readJsonFile } from './record-file.ts';

interface AddOptions {
  company: string;
  file?: string;
  member?: string;
  kind?: string;
  from?: string;
  to?: string;
}

/** An absence in a file. `from` and `to` are as the options. */
interface FileAbsence {
  plannerId: string;
  kind?: string;
  from: string;
  to: string;
}

const [firstDay, lastDay] = [dayOrTime('first'), dayOrTime('last')];
const defaultKind = 'VACATION';

const checkFile = inputCheck<FileAbsence[]>({
  type: 'array',
  maxItems: 1000,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['plannerId', 'from', 'to'],
    properties: {
      plannerId: { type: 'string' },
      kind: { enum: absenceKinds },
      from: { type: 'string' },
      to: { type: 'string' },
    },
  },
});

function absencesIn(input: unknown): NewAbsence[] {
  return checkFile(input).map(({ plannerId, kind = defaultKind, from, to }, index) => {
    const time = (field: string, text: string, parse: typeof firstDay) => {
      try {
        return parse(text);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        throw new AdministrationError('invalid_fields', `${index}/${field} is no time. ${error.message}`);
      }
    };
    return {
      plannerId,
      kind,
      startsAt: time('from', from, firstDay),
      endsAt: time('to', to, lastDay),
    };
  });
}

const inWords = ({ id, plannerId, kind, startsAt, endsAt }: Absence) =>
  `absence ${id} (${kind}) of member ${plannerId}, ${startsAt} to ${endsAt}.`;

export function addAbsenceCommands(program: Command, run: Run, readInput: ReadInput): void {
  const absence = program
    .command('absence')
    .description('Absences of members. They take no new appointments then; existing ones stay.');

  absence
    .command('add')
    .description('Add an absence, or those in a file.')
    .option('--member <id>', 'id of the member, see "member list"')
    .addOption(new Option('--kind <kind>', `reason (default: ${defaultKind})`).choices(absenceKinds))
    .option('--from <time>', 'first day, or a time with an offset', firstDay)
    .option('--to <time>', 'last day, which is included, or a time with an offset', lastDay)
    .option('--file <file>', 'JSON with a list of absences; - reads standard input')
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `
All absences of a file are added, or none.

Example of a file:
  [{"plannerId":"0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a","from":"2027-03-29","to":"2027-04-02"},
   {"plannerId":"0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a","kind":"EXTERNAL",
    "from":"2027-05-04T08:00:00+02:00","to":"2027-05-04T12:00:00+02:00"}]

Examples:
  npm run admin -- absence add --company 1 --member 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a --from 2027-03-29 --to 2027-04-02
  npm run admin -- absence add --company 1 --file absences.json`,
    )
    .action(async ({ company, file, ...options }: AddOptions) => {
      if (file !== undefined) {
        if (Object.keys(options).length > 0)
          throw new InvalidArgumentError('The file names everything: specify --file alone.');
        const absences = absencesIn(await readJsonFile(readInput, file));
        return run(async (session) => {
          const added = await session.appointments.addAbsences(company, absences);
          return { json: added, text: `Added absences: ${added.length}.` };
        });
      }
      const { member: plannerId, kind = defaultKind, from: startsAt, to: endsAt } = options;
      if (plannerId === undefined || startsAt === undefined || endsAt === undefined)
        throw new InvalidArgumentError('Specify either --member, --from and --to, or --file.');
      return run(async ({ appointments }) => {
        const [added] = await appointments.addAbsences(company, [{ plannerId, kind, startsAt, endsAt }]);
        return { json: added, text: `Added ${added && inWords(added)}` };
      });
    });

  absence
    .command('list')
    .description('List absences, the earliest first.')
    .option('--member <id>', 'only those of this member')
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company, member }: { company: string; member?: string }) =>
      run(async ({ appointments }) => {
        const found = await appointments.listAbsences(company, member);
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
      run(async ({ appointments }) => {
        const removed = await appointments.removeAbsence(company, id);
        return { json: removed, text: `Removed ${inWords(removed)}` };
      }),
    );
}
