import type { Project, ProjectCreate, ProjectListItem, ProjectUpdate, Query } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { notFound, type Page } from '@pv-planning/server-kit';
import { type ListEnvelope, pageOf } from '../records/page-of.ts';
import { idOrNone, recordId, uuidOrNone } from '../records/record-id.ts';
import { converted, utc, uuid, wholeAddress } from '../records/stored-values.ts';
import { containing } from '../records/text-search.ts';
import { roofsOf } from './roof-records.ts';

/** Fields that name other records. */
export const projectReferences = { siteId: 'site', plannerId: 'member' } as const;

const columns = [
  'id',
  'name',
  'customerId',
  'externalId',
  'state',
  'address',
  'geo',
  'siteId',
  'plannerId',
  'buildingType',
  'buildingUse',
  'constructionYear',
  'annualConsumptionKwh',
  'heatPumpConsumptionKwh',
  'evConsumptionKwh',
  'feedInType',
  'designTempMin',
  'designTempMax',
  'plannedCommissioningOn',
  'notes',
  'tags',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof ProjectListItem)[];

/** The body as it is stored: whole addresses, UUIDs in small letters. */
export function storedProject<Body extends Omit<ProjectCreate, 'roofs'> | ProjectUpdate>(body: Body): Body {
  return converted<ProjectUpdate>(body, { address: wholeAddress, plannerId: uuid }) as Body;
}

/** @throws 404 `not_found` */
export async function readProject(db: CompanyQueries, id: string): Promise<Project> {
  const project = await db
    .selectFrom('project')
    .select(columns)
    .where('id', '=', recordId(id))
    // The columns hold what the contract let in.
    .$castTo<ProjectListItem>()
    .executeTakeFirstOrThrow(notFound);
  return { ...project, roofs: await roofsOf(db, id) };
}

/** The project, its row locked until the end of the transaction; its roofs change only under this lock. @throws 404 `not_found` */
export async function lockProject(db: CompanyQueries, id: string): Promise<Project> {
  await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', recordId(id))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return readProject(db, id);
}

export function listedProjects(
  db: CompanyQueries,
  query: Query<'listProjects'>,
  page: Page,
): Promise<ListEnvelope<ProjectListItem>> {
  const { customerId, state, siteId, plannerId, externalId, q, updatedFrom } = query;
  let matches = db.selectFrom('project');
  if (customerId !== undefined) matches = matches.where('customerId', '=', idOrNone(customerId));
  if (state !== undefined) matches = matches.where('state', '=', state);
  if (siteId !== undefined) matches = matches.where('siteId', '=', idOrNone(siteId));
  if (plannerId !== undefined) matches = matches.where('plannerId', '=', uuidOrNone(plannerId));
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (q !== undefined) matches = matches.where('searchText', 'ilike', containing(q));
  if (updatedFrom !== undefined) matches = matches.where('updatedAt', '>=', utc(updatedFrom));
  return pageOf(db, matches, matches.select(columns).$castTo<ProjectListItem>(), page);
}
