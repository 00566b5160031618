import type { GridOperator } from '@pv-planning/contract';
import { type LayoutName, layoutForms } from '@pv-planning/documents';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  checkForm,
  draftFormMap,
  type FormSource,
  maxTemplateBytes,
} from '../../../../sales/grid-operators/forms/form-source.ts';
import type { Run } from '../../command-output.ts';
import type { ReadInput } from '../../read-input.ts';
import { table } from '../../table.ts';
import { wholeNumber } from '../arguments.ts';
import { readJsonFile } from '../record-file.ts';

interface TemplateOptions {
  template: string;
  strip?: boolean;
}

interface SourceOptions extends Partial<TemplateOptions> {
  company: string;
  layout?: LayoutName;
  map?: string;
}

const operatorArgument = ['<operator>', 'id of the grid operator, see "grid-operator list"'] as const;
const formArgument = ['<form>', 'see "grid-operator list-forms"'] as const;
const companyOption = ['--company <id>', 'id of the company'] as const;
const templateOption = ['--template <file>', "the grid operator's PDF file with form fields"] as const;
const stripOption = [
  '--strip',
  'remove from the template what it is refused with: scripts, actions, XFA, attached files, players, content of other files, links over most of a page',
] as const;

const examples = `
Examples:
  npm run admin -- grid-operator add-form 401 --company 1 --layout E2
  npm run --silent admin -- grid-operator draft-map --template e1.pdf > e1.map.json
  npm run admin -- grid-operator add-form 401 --company 1 --map e1.map.json --template e1.pdf`;

function withSourceOptions(command: Command): Command {
  const layouts = Object.keys(layoutForms);
  return command
    .addOption(new Option('--layout <name>', 'print the form in a layout of this service').choices(layouts))
    .option('--map <file>', 'JSON that says what each field of the template shows')
    .option(...templateOption)
    .option(...stripOption)
    .addHelpText('after', examples);
}

async function readTemplate(readInput: ReadInput, { template, strip = false }: TemplateOptions) {
  return { template: await readInput(template, maxTemplateBytes), strip };
}

async function readSource(
  readInput: ReadInput,
  { layout, map, template, strip }: SourceOptions,
): Promise<FormSource> {
  if (layout !== undefined && map === undefined && template === undefined) return { layout };
  if (layout !== undefined || map === undefined || template === undefined)
    throw new InvalidArgumentError('Specify either --layout, or --map and --template.');
  const options = { template, ...(strip && { strip }) };
  return { map: await readJsonFile(readInput, map), ...(await readTemplate(readInput, options)) };
}

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

export function addFormCommands(gridOperator: Command, run: Run, readInput: ReadInput): void {
  withSourceOptions(gridOperator.command('add-form'))
    .description('Add a registration form.')
    .argument(...operatorArgument)
    .requiredOption(...companyOption)
    .option('--position <number>', 'place in the list of forms; default: the last', wholeNumber(1, 50))
    .action(async (operatorId: string, options: SourceOptions & { position?: number }) => {
      const source = await readSource(readInput, options);
      return run(async ({ sales }) => {
        const { company: companyId, position } = options;
        return changed(await sales.addForm({ companyId, operatorId }, await checkForm(source), position));
      });
    });

  withSourceOptions(gridOperator.command('replace-form'))
    .description('Replace a form, such as by its new edition. It keeps its id and place.')
    .argument(...formArgument)
    .requiredOption(...companyOption)
    .action(async (formId: string, options: SourceOptions) => {
      const source = await readSource(readInput, options);
      return run(async ({ sales }) =>
        changed(await sales.replaceForm({ companyId: options.company, formId }, await checkForm(source))),
      );
    });

  gridOperator
    .command('remove-form')
    .description('Remove a form.')
    .argument(...formArgument)
    .requiredOption(...companyOption)
    .action((formId: string, { company: companyId }: { company: string }) =>
      run(async ({ sales }) => changed(await sales.removeForm({ companyId, formId }))),
    );

  gridOperator
    .command('order-forms')
    .description('Set the order in which the forms are listed.')
    .argument(...operatorArgument)
    .argument('<forms...>', 'ids of all its forms')
    .requiredOption(...companyOption)
    .action((operatorId: string, formIds: string[], { company: companyId }: { company: string }) =>
      run(async ({ sales }) => changed(await sales.orderForms({ companyId, operatorId }, formIds))),
    );

  gridOperator
    .command('list-forms')
    .description('List the forms of a grid operator, in their order.')
    .argument(...operatorArgument)
    .requiredOption(...companyOption)
    .action((operatorId: string, { company: companyId }: { company: string }) =>
      run(async ({ sales }) => {
        const operator = await sales.readGridOperator({ companyId, operatorId });
        return { json: operator.documents, text: formTable(operator) };
      }),
    );

  gridOperator
    .command('draft-map')
    .description('Print the beginning of a map for a template: its fields, without what they show.')
    .requiredOption(...templateOption)
    .option(...stripOption)
    .action(async (options: TemplateOptions) => {
      const draft = await draftFormMap(await readTemplate(readInput, options));
      return run(async () => ({ json: draft, text: JSON.stringify(draft, null, 2) }));
    });
}
