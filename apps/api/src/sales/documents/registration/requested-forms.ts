import type { Body, ElectricalContractor, GridOperator, GridOperatorForm } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { FormMap, LayoutName, Registration } from '@pv-planning/documents';
import { readCompany } from '../../../company/company-records.ts';
import { customerName } from '../../../crm/customers/customer-name.ts';
import { customers } from '../../../crm/customers/customer-records.ts';
import { readProject } from '../../../crm/projects/project-records.ts';
import { unknownReferences } from '../../../kernel/contract/api-errors.ts';
import { isRecordId } from '../../../kernel/identifiers/record-id.ts';
import { referencesIn, requireReferences } from '../../../kernel/references/references.ts';
import { contractorSelection, gridOperatorSelection } from '../../grid-operators/grid-operator-records.ts';
import { readOffer } from '../../offers/records/offer-records.ts';
import { shownOffer } from '../../offers/records/show-offer.ts';
import { withCatalogData } from './catalog-data.ts';
import { requireMaxBytes } from './too-many-documents.ts';

type Request = Body<'generateNetworkCarrierDocuments'>;

/** A form of a grid operator with its source: a layout of ours, or a template with the map of its fields. */
export interface RequestedForm extends Pick<GridOperatorForm, 'id' | 'code' | 'name'> {
  source: { layout: LayoutName } | Template;
}

interface Template {
  map: FormMap;
  template: Buffer;
}

/** The forms of a request, with the data that fills them. */
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

interface StoredForm extends Pick<GridOperatorForm, 'id' | 'code' | 'name'> {
  layout: LayoutName | null;
  templateBytes: number;
}

/** @throws 400 `unknown_reference` with the location of every id that is no form of the grid operator; `too_many_documents` */
async function readForms(
  db: CompanyQueries,
  { networkCarrierId, documentIds }: Request,
): Promise<RequestedForm[]> {
  const stored = await db
    .selectFrom('gridOperatorForm')
    .select(['id', 'code', 'name', 'layout'])
    .select(({ fn, val }) =>
      fn.coalesce(fn<number>('octet_length', ['template']), val(0)).as('templateBytes'),
    )
    .where('gridOperatorId', '=', networkCarrierId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(documentIds.filter(isRecordId)))))
    .$castTo<StoredForm>()
    .execute();
  const known = new Set(stored.map(({ id }) => id));
  const unknown = documentIds.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: `/documentIds/${index}`, message: 'refers to no form of the grid operator' }],
  );
  if (unknown.length > 0) throw unknownReferences(unknown);
  // Templates make up most of the filled forms.
  requireMaxBytes(stored.reduce((sum, { templateBytes }) => sum + templateBytes, 0));
  const templates = await readTemplates(db, stored);
  const byId = new Map(
    stored.flatMap(({ id, code, name, layout }) => {
      const source = layout === null ? templates.get(id) : { layout };
      return source ? [[id, { id, code, name, source }]] : [];
    }),
  );
  return documentIds.flatMap((id) => byId.get(id) ?? []);
}

/** Reads templates one after the other: several large ones at once would stop other requests. */
async function readTemplates(
  db: CompanyQueries,
  forms: readonly StoredForm[],
): Promise<Map<string, Template>> {
  const templates = new Map<string, Template>();
  for (const { id, layout } of forms) {
    if (layout !== null) continue;
    const { map, template } = await db
      .selectFrom('gridOperatorForm')
      .select('map')
      // The driver would read bytes as hexadecimal digits, which takes longer.
      .select(({ fn, val }) => fn<string>('encode', ['template', val('base64')]).as('template'))
      .where('id', '=', id)
      .$castTo<{ map: FormMap; template: string }>()
      .executeTakeFirstOrThrow();
    templates.set(id, { map, template: Buffer.from(template, 'base64') });
  }
  return templates;
}

const latestOf = (times: readonly string[]) =>
  times.reduce((latest, time) => (time > latest ? time : latest), '');

/**
 * Reads the forms of a request and their data in one snapshot.
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
  const customer = await customers.read(db, offer.customerId);
  const registration = {
    offer,
    project: await readProject(db, offer.projectId),
    customer,
    customerName: customerName(customer),
    company: await readCompany(db),
    operator: await readOperator(db, networkCarrierId),
    contractor: electronicsFirmId === null ? null : await readContractor(db, electronicsFirmId),
  };
  const { project, company, operator, contractor } = registration;
  const records = [header, project, customer, company, operator, ...(contractor ? [contractor] : [])];
  return { forms, registration, time: latestOf([...records.map(({ updatedAt }) => updatedAt), ...changes]) };
}
