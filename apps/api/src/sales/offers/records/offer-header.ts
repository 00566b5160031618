import type { Customer, OfferListItem, Project, VatGroup } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { type Contact, missingContacts } from '../../../company/texts/missing-contacts.ts';
import { recordSelection } from '../../../kernel/records/record-selection.ts';
import { recordTable } from '../../../kernel/records/record-table.ts';
import { type OfferEvidence, selectDecision, selectWithdrawal } from './offer-evidence.ts';
import { type OfferSite, selectSite } from './offer-site.ts';

/** Fields of the records that an offer belongs to. */
export interface RelatedFields {
  /** Building use of the project; VAT hints depend on it. */
  buildingUse: Project['buildingUse'];
  /** Existing plants of the project; VAT hints depend on their power. */
  existingSystems: Project['existingSystems'];
  /** Type of the customer; VAT hints depend on it. */
  customerType: Customer['type'];
  /** Hints about modules and strings depend on it. */
  site: OfferSite;
  /** Contact details that the company lacks. Hints for publishing depend on these and the next fields. */
  companyLacks: Contact[];
  companyHasWithdrawal: boolean;
  /** Whether letters must name a general partner (§ 125 HGB), which is unknown. */
  companyLacksPartner: boolean;
}

/** Fields that are needed to show or calculate an offer, but not in a list of offers. */
interface AddedFields extends RelatedFields {
  vatBreakdown: VatGroup[];
  storedDecision: OfferEvidence['decision'];
  withdrawal: OfferEvidence['withdrawal'];
}

/** Whether the current texts, those of the highest version, have an instruction on withdrawal. */
export const hasWithdrawal =
  sql<boolean>`coalesce((array_agg(withdrawal is not null order by version desc))[1], false)`.as(
    'hasWithdrawal',
  );

/** Whether letters of the company must name a general partner (§ 125 HGB), which is unknown. */
export const lacksPartner =
  sql<boolean>`coalesce(legal_form, name) ~* 'co\\.? ?(kg|ohg)' and general_partner is null`.as(
    'lacksPartner',
  );

/** An offer without its lines. */
export type OfferHeader = OfferListItem & AddedFields;

const selection = recordSelection<'offer', 'OfferListItem', AddedFields>(
  'offer',
  'OfferListItem',
  {},
  {
    vatBreakdown: ({ ref }) => ref('vatBreakdown').$castTo<VatGroup[]>(),
    buildingUse: ({ selectFrom }) =>
      selectFrom('project')
        .select('buildingUse')
        .whereRef('project.id', '=', 'offer.projectId')
        .$asScalar()
        .$castTo<Project['buildingUse']>(),
    existingSystems: ({ selectFrom }) =>
      selectFrom('project')
        .select('existingSystems')
        .whereRef('project.id', '=', 'offer.projectId')
        .$asScalar()
        .$castTo<Project['existingSystems']>(),
    customerType: ({ selectFrom }) =>
      selectFrom('customer')
        .select('type')
        .whereRef('customer.id', '=', 'offer.customerId')
        .$asScalar()
        .$castTo<Customer['type']>(),
    site: ({ selectFrom }) =>
      selectFrom('project')
        .select((project) => selectSite(project).as('site'))
        .whereRef('project.id', '=', 'offer.projectId')
        .$asScalar()
        .$castTo<OfferSite>(),
    companyLacks: ({ selectFrom }) =>
      selectFrom('company').select(missingContacts).$asScalar().$castTo<Contact[]>(),
    companyHasWithdrawal: ({ selectFrom }) =>
      selectFrom('companyTexts').select(hasWithdrawal).$asScalar().$castTo<boolean>(),
    companyLacksPartner: ({ selectFrom }) =>
      selectFrom('company').select(lacksPartner).$asScalar().$castTo<boolean>(),
    storedDecision: selectDecision,
    withdrawal: selectWithdrawal,
  },
);

export const offerHeaders = recordTable(selection, {
  vatBreakdown: [],
  buildingUse: null,
  existingSystems: [],
  customerType: 'PRIVATE',
  companyLacks: [],
  companyHasWithdrawal: false,
  companyLacksPartner: false,
  site: { designTempMin: null, designTempMax: null, roofs: [] },
  storedDecision: null,
  withdrawal: null,
});

const headersByIds = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
  selection.of(db.selectFrom('offer')).where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids)))),
);

/** Reads offers without their lines, in any order. */
export function readHeaders(db: CompanyQueries, ids: readonly string[]): Promise<OfferHeader[]> {
  return headersByIds(db, { ids });
}
