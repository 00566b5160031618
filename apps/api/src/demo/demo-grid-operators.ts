import type { Tables } from '@pv-planning/database';
import { sampleForms } from '@pv-planning/documents';
import type { Kysely } from 'kysely';
import { contractorAdministration } from '../grid-operators/contractor-administration.ts';
import { formAdministration } from '../grid-operators/forms/form-administration.ts';
import { checkForm, formOfTemplate } from '../grid-operators/forms/form-source.ts';
import { gridOperatorAdministration } from '../grid-operators/grid-operator-administration.ts';

/**
 * Adds two grid operators with their forms, and a contractor, who is in their registers, to the demo company.
 *
 * @returns the grid operator of the demo customer
 */
export async function addDemoGridOperators(
  kysely: Kysely<Tables>,
  companyId: string,
): Promise<{ networkCarrierId: string }> {
  const operators = gridOperatorAdministration(kysely);
  const musterstadt = await operators.createGridOperator(companyId, {
    name: 'Netze Musterstadt GmbH',
    shortName: 'Netze Musterstadt',
    address: { street: 'Am Umspannwerk', houseNumber: '1', postalCode: '01234', city: 'Musterstadt' },
    email: 'einspeisung@netze-musterstadt.example',
    phone: '0351 555 0400',
    portalUrl: 'https://portal.netze-musterstadt.example',
    postalCodes: ['01234'],
  });
  const beispielstadt = await operators.createGridOperator(companyId, {
    name: 'Stadtwerke Beispielstadt AG',
    shortName: 'Stadtwerke Beispielstadt',
    address: { street: 'Werksweg', houseNumber: '12', postalCode: '01239', city: 'Beispielstadt' },
    email: 'netzanschluss@stadtwerke-beispielstadt.example',
    postalCodes: ['01239'],
  });
  const forms = formAdministration(kysely);
  for (const layout of ['E1', 'E2', 'E3', 'E8', 'UESB'] as const)
    await forms.addForm({ companyId, operatorId: beispielstadt.id }, await checkForm({ layout }));
  const ofMusterstadt = { companyId, operatorId: musterstadt.id };
  for (const sample of await sampleForms()) await forms.addForm(ofMusterstadt, formOfTemplate(sample));
  await forms.addForm(ofMusterstadt, await checkForm({ layout: 'E8' }));
  await contractorAdministration(kysely).createContractor(companyId, {
    name: 'Elektro Blitz Meisterbetrieb',
    address: { street: 'Werkstraße', houseNumber: '7a', postalCode: '01234', city: 'Musterstadt' },
    phone: '0351 555 0410',
    email: 'buero@elektro-blitz.example',
    contactPerson: 'Petra Groß',
    responsiblePerson: 'Petra Groß',
    registrations: [
      { networkCarrierId: musterstadt.id, number: 'EN-20417' },
      { networkCarrierId: beispielstadt.id, number: 'SWB-88' },
    ],
  });
  return { networkCarrierId: musterstadt.id };
}
