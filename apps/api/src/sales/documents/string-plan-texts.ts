import type { Company, Customer, MissingFormField, Offer, Project } from '@pv-planning/contract';
import { unprintableTexts } from '@pv-planning/documents';
import { customerName } from '../../crm/customers/customer-name.ts';
import { limitOf } from '../../kernel/contract/contract-document.ts';

interface EnteredText {
  /** German name of the text on the plan. */
  label: string;
  text: string;
  source: NonNullable<MissingFormField['source']>;
}

interface Records {
  offer: Offer;
  project: Project;
  customer: Customer;
  company: Company;
}

/** The texts of a string plan, with the places where they are entered. */
export function textsOfStringPlan({ offer, project, customer, company }: Records): EnteredText[] {
  const at = (resource: EnteredText['source']['resource'], id: string) => (path: string) => ({
    resource,
    id,
    path,
  });
  const [ofOffer, ofProject] = [at('offers', offer.id), at('projects', project.id)];
  const namePath = customer.companyName === null ? '/lastName' : '/companyName';
  const texts: { label: string; text: string | null; source: EnteredText['source'] }[] = [
    { label: 'Kunde', text: customerName(customer), source: at('customers', customer.id)(namePath) },
    { label: 'Unternehmen', text: company.name, source: at('company', company.id)('/name') },
    { label: 'Anlage', text: project.name, source: ofProject('/name') },
    ...(['street', 'houseNumber', 'addressLine2', 'postalCode', 'city', 'district'] as const).map((part) => ({
      label: 'Adresse der Anlage',
      text: project.address?.[part] ?? null,
      source: ofProject(`/address/${part}`),
    })),
    ...project.roofs.map(({ name }, index) => ({
      label: 'Dach',
      text: name,
      source: ofProject(`/roofs/${index}/name`),
    })),
    ...offer.modules.map(({ name }, index) => ({
      label: 'Module',
      text: name,
      source: ofOffer(`/modules/${index}/name`),
    })),
    ...offer.inverters.flatMap(({ name, strings }, index) => [
      { label: 'Wechselrichter', text: name, source: ofOffer(`/inverters/${index}/name`) },
      ...strings.map(({ label }, string) => ({
        label: 'String',
        text: label,
        source: ofOffer(`/inverters/${index}/strings/${string}/label`),
      })),
    ]),
  ];
  return texts.flatMap(({ text, ...entered }) => (text === null ? [] : [{ ...entered, text }]));
}

const maxMissing = limitOf('StringPlanDocument', 'missingFields', 'maxItems');

/** Reports flat roofs with modules of unknown direction. */
export function missingDirections({
  offer,
  project,
}: Pick<Records, 'offer' | 'project'>): MissingFormField[] {
  const withModules = new Set(offer.modules.map(({ roofId }) => roofId));
  return project.roofs.flatMap(({ id, azimuth }, index) => {
    if (azimuth !== null || !withModules.has(id)) return [];
    const source = { resource: 'projects' as const, id: project.id, path: `/roofs/${index}/azimuth` };
    const label = 'Ausrichtung des Daches';
    return [{ field: label, label, required: false, reason: 'EMPTY' as const, source }];
  });
}

/** Adds the unprintable texts to the missing ones. */
export async function withMissingTexts(
  missing: readonly MissingFormField[],
  texts: readonly EnteredText[],
): Promise<MissingFormField[]> {
  const unprintable = await unprintableTexts(texts);
  const replaced = unprintable.map(({ label, source }) => ({
    field: label,
    label,
    required: false,
    reason: 'REPLACED_CHARACTERS' as const,
    source,
  }));
  return [...missing, ...replaced].slice(0, maxMissing);
}
