import { type Command, InvalidArgumentError } from 'commander';
import { maxLogoBytes, requirePrintableLogo } from '../../../company/company-logo.ts';
import type { CompanyWithLogo } from '../../../company/company-records.ts';
import { companyTexts } from '../../../company/texts/company-texts.ts';
import type { Run } from '../command-output.ts';
import type { ReadInput } from '../read-input.ts';
import { table } from '../table.ts';
import { nameText, slugText } from './arguments.ts';
import { fileHelp, fileOption, readJsonFile, readRecordFile } from './record-file.ts';

interface UpdateOptions {
  file?: string;
  slug?: string;
  /** False for `--no-logo`. */
  logo?: string | false;
}

function updated({ company, logo }: CompanyWithLogo) {
  const { contentType, content } = logo ?? {};
  const logoText = content ? `a logo (${contentType}, ${content.length} bytes)` : 'no logo';
  return {
    json: { ...company, logo: content ? { contentType, bytes: content.length } : null },
    text: `Updated company ${company.id} "${company.name}". It has ${logoText}.`,
  };
}

export function addCompanyCommands(program: Command, run: Run, readInput: ReadInput): void {
  const company = program.command('company').description('Companies. Each has its own data and API keys.');

  company
    .command('create')
    .description('Add a company.')
    .requiredOption('--name <name>', 'name of the company', nameText)
    .addHelpText(
      'after',
      '\nExample:\n  npm run admin -- company create --name "Sonnendach Musterstadt GmbH"',
    )
    .action((options: { name: string }) =>
      run(async ({ administration }) => {
        const created = await administration.createCompany(options);
        return { json: created, text: `Created company ${created.id} "${options.name}".` };
      }),
    );

  const logoOptions = new Set<string>();
  company
    .command('update')
    .description('Change the profile of a company and its logo.')
    .argument('<id>', 'id of the company, see "company list"')
    .option(...fileOption)
    .option('--logo <file>', `PNG or JPEG file of up to ${maxLogoBytes / 1024} KiB, which offers show`)
    .option('--no-logo', 'remove the logo')
    .option(
      '--slug <slug>',
      'name in the addresses of pages for customers; links with the old one stop working',
      slugText,
    )
    .on('option:logo', () => logoOptions.add('--logo'))
    .on('option:no-logo', () => logoOptions.add('--no-logo'))
    .addHelpText(
      'after',
      `${fileHelp}
Examples:
  npm run admin -- company update 1 --file company.json --logo logo.png
  npm run admin -- company update 1 --slug sonnendach
  echo '{"phone":"0351 555 0100","website":null}' | npm run admin -- company update 1 --file -`,
    )
    .action(async (id: string, { file, logo, slug }: UpdateOptions) => {
      if (file === undefined && logo === undefined && slug === undefined)
        throw new InvalidArgumentError('Nothing to change: specify --file, --slug, --logo or --no-logo.');
      if (logoOptions.size > 1) throw new InvalidArgumentError('Specify either --logo or --no-logo.');
      const newLogo = logo ? await readInput(logo, maxLogoBytes) : null;
      if (newLogo) await requirePrintableLogo(newLogo);
      const patch = {
        ...(file !== undefined && (await readRecordFile(readInput, file, 'Company'))),
        ...(slug !== undefined && { slug }),
        ...(logo !== undefined && { logo: newLogo }),
      };
      return run(async ({ administration }) => updated(await administration.updateCompany(id, patch)));
    });

  company
    .command('texts')
    .description('Replace what a company tells consumers. Offers published later have it.')
    .argument('<id>', 'id of the company')
    .requiredOption('--file <file>', 'JSON with all texts; - reads standard input')
    .addHelpText(
      'after',
      `
withdrawal adds the instruction on withdrawal and its form, filled with the data of the company. The period begins with the
contract (CONTRACT: services, work) or with the delivery of the last part (DELIVERY: purchase with installation). Ask a lawyer
which of them your contracts are. It must state address, telephone number and e-mail address of the company. The percentages of paymentPlan add up to 100. Texts that the file omits are removed.

Example of a file:
  {"withdrawal":"DELIVERY", "termsAndConditions":"1. Geltung ...", "deliveryTime":"6 Wochen nach Auftrag",
   "guarantee":"Dichtheit des Daches: 10 Jahre", "paymentPlan":[{"percent":40,"due":"bei Auftragserteilung"},
   {"percent":50,"due":"bei Lieferung der Module"}, {"percent":10,"due":"nach Inbetriebnahme"}]}`,
    )
    .action(async (id: string, { file }: { file: string }) => {
      const texts = companyTexts(await readJsonFile(readInput, file));
      return run(async ({ setCompanyTexts }) => {
        const stored = await setCompanyTexts(id, texts);
        return { json: stored, text: `Company ${id} has version ${stored.version} of its texts.` };
      });
    });

  company
    .command('list')
    .description('List all companies.')
    .action(() =>
      run(async ({ administration }) => {
        const companies = await administration.listCompanies();
        const text = table(companies, {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          CREATED: ({ createdAt }) => createdAt,
        });
        return { json: companies, text };
      }),
    );
}
