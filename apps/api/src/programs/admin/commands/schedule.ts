import type { WorkingHours } from '@pv-planning/slots';
import { type Command, InvalidArgumentError } from 'commander';
import { workingHours } from '../../../appointments/appointment-administration.ts';
import type { Run } from '../command-output.ts';
import type { ReadInput } from '../read-input.ts';
import { readJsonFile } from './record-file.ts';

interface OwnerOptions {
  company: string;
  member?: string;
}

interface SetOptions extends OwnerOptions {
  file?: string;
  remove?: true;
}

const memberOption = ['--member <id>', 'whose hours; without it, those of the company'] as const;

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function lines({ rules, overrides }: WorkingHours): string[] {
  const weekly = rules.map(({ weekday, from, to }) => `${weekdays[weekday - 1]} ${from}–${to}`);
  const dated = overrides.map(({ date, ranges }) => {
    const times = ranges.map(({ from, to }) => `${from}–${to}`).join(', ');
    return `${date} ${times || 'closed'}`;
  });
  return [...weekly, ...dated];
}

function described(owner: string, hours: WorkingHours | null): string {
  if (!hours) return `${owner} has no working hours of its own.`;
  return [`Working hours of ${owner}:`, ...lines(hours).map((line) => `  ${line}`)].join('\n');
}

const ownerOf = ({ company, member }: OwnerOptions) =>
  member === undefined ? `company ${company}` : `member ${member}`;

export function addScheduleCommands(program: Command, run: Run, readInput: ReadInput): void {
  const schedule = program
    .command('schedule')
    .description('Working hours of members, and of the company for those who have none of their own.');

  schedule
    .command('set')
    .description('Replace working hours.')
    .option('--file <file>', 'JSON with rules and overrides; - reads standard input')
    .option('--remove', 'remove them; the hours of the company apply to a member without hours')
    .option(...memberOption)
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `
Weekday 1 is Monday. Times are those of Germany, up to 24:00. An override replaces the rules on its day; without
ranges, the day is closed. An override of the company also limits the weekly hours of its members, unless they have an
override of that day. Enter public holidays as closed days of the company.

Example of a file:
  {"rules": [{"weekday":1,"from":"09:00","to":"12:00"}, {"weekday":1,"from":"13:00","to":"17:00"}],
   "overrides": [{"date":"2027-05-07","ranges":[]}, {"date":"2027-05-08","ranges":[{"from":"10:00","to":"14:00"}]}]}

Examples:
  npm run admin -- schedule set --company 1 --file hours.json
  npm run admin -- schedule set --company 1 --member 0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a --remove`,
    )
    .action(async ({ file, remove, ...owner }: SetOptions) => {
      if ((file === undefined) === (remove === undefined))
        throw new InvalidArgumentError('Specify either --file or --remove.');
      const hours = file === undefined ? null : workingHours(await readJsonFile(readInput, file));
      return run(async ({ appointments }) => {
        await appointments.setSchedule({ companyId: owner.company, memberId: owner.member }, hours);
        return { json: hours, text: described(ownerOf(owner), hours) };
      });
    });

  schedule
    .command('show')
    .description('Show working hours. With --json, in the form that "schedule set" reads.')
    .option(...memberOption)
    .requiredOption('--company <id>', 'id of the company')
    .action((owner: OwnerOptions) =>
      run(async ({ appointments }) => {
        const hours = await appointments.readSchedule({ companyId: owner.company, memberId: owner.member });
        return { json: hours, text: described(ownerOf(owner), hours) };
      }),
    );
}
