import type { Body, ElectricalContractor, GridOperator, GridOperatorForm } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { LayoutName, Registration } from '@pv-planning/documents';
import { readCompany } from '../../company/company-records.ts';
import { unknownReferences } from '../../contract/api-errors.ts';
import { customers } from '../../customers/customer-records.ts';
import { contractorSelection, gridOperatorSelection } from '../../grid-operators/grid-operator-records.ts';
import { isRecordId } from '../../identifiers/record-id.ts';
import { readOffer } from '../../offers/records/offer-records.ts';
import { shownOffer } from '../../offers/records/show-offer.ts';
import { readProject } from '../../projects/project-records.ts';
import { referencesIn, requireReferences } from '../../references/references.ts';
import { withCatalogData } from './catalog-data.ts';

type Request = Body<'generateNetworkCarrierDocuments'>;

/** A form of a grid operator, with what it is printed with. */
export type RequestedForm = Pick<GridOperatorForm, 'id' | 'code' | 'name'> & { layout: LayoutName | null };

/** The forms of a request, and what they are filled with. */
export interface RequestedForms {
  forms: readonly RequestedForm[];
  registration: Registration;
  /** Time of the last change of all records that were read. */
  time: string;
}

const requestReferences = referencesIn({ networkCarrierId: 'gridOperator', electronicsFirmId: 'contractor' });

function readOperator(db: CompanyQueries, id: string): Promise<GridOperator> {
  return gridOperatorSelection
    .of(db.selectFrom('gridOperator'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

function readContractor(db: CompanyQueries, id: string): Promise<ElectricalContractor> {
  return contractorSelection.of(db.selectFrom('contractor')).where('id', '=', id).executeTakeFirstOrThrow();
}

/** @throws 400 `unknown_reference` with the location of every id that is no form of the grid operator */
async function readForms(
  db: CompanyQueries,
  { networkCarrierId, documentIds }: Request,
): Promise<RequestedForm[]> {
  const stored = await db
    .selectFrom('gridOperatorForm')
    .select(['id', 'code', 'name', 'layout'])
    .where('gridOperatorId', '=', networkCarrierId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(documentIds.filter(isRecordId)))))
    .$castTo<RequestedForm>()
    .execute();
  const byId = new Map(stored.map((form) => [form.id, form]));
  const unknown = documentIds.flatMap((id, index) =>
    byId.has(id)
      ? []
      : [{ path: `/documentIds/${index}`, message: 'refers to no form of the grid operator' }],
  );
  if (unknown.length > 0) throw unknownReferences(unknown);
  return documentIds.flatMap((id) => byId.get(id) ?? []);
}

const latestOf = (times: readonly string[]) =>
  times.reduce((latest, time) => (time > latest ? time : latest), '');

/**
 * Reads the forms of a request and all that they show, on one snapshot.
 *
 * @throws 404 `not_found`
 * @throws 400 `unknown_reference`
 */
export async function readRequestedForms(
  db: CompanyQueries,
  offerId: string,
  request: Request,
): Promise<RequestedForms> {
  const { header, lines } = await readOffer(db, offerId);
  await requireReferences(db, requestReferences(request));
  const { networkCarrierId, electronicsFirmId = null } = request;
  const forms = await readForms(db, request);
  const { offer, changes } = await withCatalogData(db, shownOffer(header, lines));
  const registration = {
    offer,
    project: await readProject(db, offer.projectId),
    customer: await customers.read(db, offer.customerId),
    company: await readCompany(db),
    operator: await readOperator(db, networkCarrierId),
    contractor: electronicsFirmId === null ? null : await readContractor(db, electronicsFirmId),
  };
  const { project, customer, company, operator, contractor } = registration;
  const records = [header, project, customer, company, operator, ...(contractor ? [contractor] : [])];
  return { forms, registration, time: latestOf([...records.map(({ updatedAt }) => updatedAt), ...changes]) };
}
