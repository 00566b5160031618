import type { GridOperator } from '@pv-planning/contract';
import { type LayoutName, layoutForms } from '@pv-planning/documents';
import { type Command, Option } from 'commander';
import type { Run } from '../../command-output.ts';
import { table } from '../../table.ts';
import { wholeNumber } from '../arguments.ts';

interface SourceOptions {
  company: string;
  layout: LayoutName;
}

const operatorArgument = ['<operator>', 'id of the grid operator, see "grid-operator list"'] as const;
const formArgument = ['<form>', 'see "grid-operator list-forms"'] as const;
const companyOption = ['--company <id>', 'id of the company'] as const;

const layoutOption = () =>
  new Option('--layout <name>', 'print the form in a layout of this service')
    .choices(Object.keys(layoutForms))
    .makeOptionMandatory();

function formTable({ documents }: GridOperator): string {
  return table(documents, {
    ID: ({ id }) => id,
    CODE: ({ code }) => code,
    NAME: ({ name }) => name,
    EDITION: ({ version }) => version,
    PHASE: ({ phase }) => phase,
    'APPLIES TO': ({ appliesTo }) => appliesTo,
    PAGES: ({ pageCount }) => pageCount?.toString() ?? null,
  });
}

const changed = (operator: GridOperator) => ({
  json: operator.documents,
  text: `${operator.name} now has these forms:\n${formTable(operator)}`,
});

export function addFormCommands(gridOperator: Command, run: Run): void {
  gridOperator
    .command('add-form')
    .description('Add a registration form.')
    .argument(...operatorArgument)
    .requiredOption(...companyOption)
    .addOption(layoutOption())
    .option('--position <number>', 'place in the list of forms; default: the last', wholeNumber(1, 50))
    .addHelpText('after', '\nExample:\n  npm run admin -- grid-operator add-form 401 --company 1 --layout E2')
    .action((operatorId: string, options: SourceOptions & { position?: number }) =>
      run(async ({ forms }) => {
        const { company: companyId, layout, position } = options;
        return changed(await forms.addForm({ companyId, operatorId }, { layout }, position));
      }),
    );

  gridOperator
    .command('replace-form')
    .description('Replace a form, such as by its new edition. It keeps its id and place.')
    .argument(...formArgument)
    .requiredOption(...companyOption)
    .addOption(layoutOption())
    .action((formId: string, { company: companyId, layout }: SourceOptions) =>
      run(async ({ forms }) => changed(await forms.replaceForm({ companyId, formId }, { layout }))),
    );

  gridOperator
    .command('remove-form')
    .description('Remove a form.')
    .argument(...formArgument)
    .requiredOption(...companyOption)
    .action((formId: string, { company: companyId }: { company: string }) =>
      run(async ({ forms }) => changed(await forms.removeForm({ companyId, formId }))),
    );

  gridOperator
    .command('order-forms')
    .description('Set the order in which the forms are listed.')
    .argument(...operatorArgument)
    .argument('<forms...>', 'ids of all its forms')
    .requiredOption(...companyOption)
    .action((operatorId: string, formIds: string[], { company: companyId }: { company: string }) =>
      run(async ({ forms }) => changed(await forms.orderForms({ companyId, operatorId }, formIds))),
    );

  gridOperator
    .command('list-forms')
    .description('List the forms of a grid operator, in their order.')
    .argument(...operatorArgument)
    .requiredOption(...companyOption)
    .action((operatorId: string, { company: companyId }: { company: string }) =>
      run(async ({ forms }) => {
        const operator = await forms.readGridOperator({ companyId, operatorId });
        return { json: operator.documents, text: formTable(operator) };
      }),
    );
}
