import type { Command } from 'commander';
import type { Run } from '../../command-output.ts';
import type { ReadInput } from '../../read-input.ts';
import { table } from '../../table.ts';
import { fileHelp, fileOption, readRecordFile } from '../record-file.ts';
import { addFormCommands } from './grid-operator-form.ts';

interface FileOptions {
  company: string;
  file: string;
}

export function addGridOperatorCommands(program: Command, run: Run, readInput: ReadInput): void {
  const gridOperator = program
    .command('grid-operator')
    .description('Grid operators (Netzbetreiber) that systems are registered with.');

  gridOperator
    .command('create')
    .description('Add a grid operator. It needs at least a name.')
    .requiredOption(...fileOption)
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `
Example:
  echo '{"name":"Netze Musterstadt GmbH","postalCodes":["01234","01239"]}' \\
    | npm run admin -- grid-operator create --company 1 --file -`,
    )
    .action(async ({ company, file }: FileOptions) => {
      const fields = await readRecordFile(readInput, file, 'GridOperator');
      return run(async ({ sales }) => {
        const created = await sales.createGridOperator(company, fields);
        return { json: created, text: `Created grid operator ${created.id} "${created.name}".` };
      });
    });

  gridOperator
    .command('update')
    .description('Change a grid operator.')
    .argument('<id>', 'see "grid-operator list"')
    .requiredOption(...fileOption)
    .requiredOption('--company <id>', 'id of the company')
    .addHelpText(
      'after',
      `${fileHelp}
Example:
  echo '{"phone":"0351 555 0400"}' | npm run admin -- grid-operator update 401 --company 1 --file -`,
    )
    .action(async (id: string, { company: companyId, file }: FileOptions) => {
      const fields = await readRecordFile(readInput, file, 'GridOperator');
      return run(async ({ sales }) => {
        const updated = await sales.updateGridOperator({ companyId, id }, fields);
        return { json: updated, text: `Updated grid operator ${id} "${updated.name}".` };
      });
    });

  gridOperator
    .command('list')
    .description("List a company's grid operators.")
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company }: { company: string }) =>
      run(async ({ sales }) => {
        const operators = await sales.listGridOperators(company);
        const text = table(operators, {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          CITY: ({ address }) => address?.city ?? null,
          'E-MAIL': ({ email }) => email,
          'POSTAL CODES': ({ postalCodes }) => String(postalCodes.length),
          FORMS: ({ documents }) => String(documents.length),
        });
        return { json: operators, text };
      }),
    );

  addFormCommands(gridOperator, run, readInput);
}
