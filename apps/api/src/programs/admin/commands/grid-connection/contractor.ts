import type { Command } from 'commander';
import type { Run } from '../../command-output.ts';
import type { ReadInput } from '../../read-input.ts';
import { table } from '../../table.ts';
import { fileHelp, fileOption, readRecordFile } from '../record-file.ts';

interface FileOptions {
  company: string;
  file: string;
}

export function addContractorCommands(program: Command, run: Run, readInput: ReadInput): void {
  const contractor = program
    .command('contractor')
    .description('Electrical contractors (Elektrofachbetriebe) who connect systems to the grid.');

  contractor
    .command('create')
    .description('Add a contractor. It needs at least a name.')
    .requiredOption(...fileOption)
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `
Example:
  echo '{"name":"Elektro Blitz","registrations":[{"networkCarrierId":"401","number":"EN-20417"}]}' \\
    | npm run admin -- contractor create --company 1 --file -`,
    )
    .action(async ({ company, file }: FileOptions) => {
      const fields = await readRecordFile(readInput, file, 'ElectricalContractor');
      return run(async ({ sales }) => {
        const created = await sales.createContractor(company, fields);
        return { json: created, text: `Created contractor ${created.id} "${created.name}".` };
      });
    });

  contractor
    .command('update')
    .description('Change a contractor. The list of registrations is replaced in full.')
    .argument('<id>', 'see "contractor list"')
    .requiredOption(...fileOption)
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `${fileHelp}
Example:
  echo '{"responsiblePerson":"Petra Groß"}' | npm run admin -- contractor update 411 --company 1 --file -`,
    )
    .action(async (id: string, { company: companyId, file }: FileOptions) => {
      const fields = await readRecordFile(readInput, file, 'ElectricalContractor');
      return run(async ({ sales }) => {
        const updated = await sales.updateContractor({ companyId, id }, fields);
        return { json: updated, text: `Updated contractor ${id} "${updated.name}".` };
      });
    });

  contractor
    .command('list')
    .description("List a company's contractors.")
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company }: { company: string }) =>
      run(async ({ sales }) => {
        const listed = await sales.listContractors(company);
        const text = table(listed, {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          CITY: ({ address }) => address?.city ?? null,
          NUMBER: ({ registrationNumber }) => registrationNumber,
          'GRID OPERATORS': ({ registrations }) => String(registrations.length),
        });
        return { json: listed, text };
      }),
    );
}
