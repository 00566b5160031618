import type { Project, ProjectCreate, ProjectListItem, ProjectUpdate, Query } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { notFound, type Page } from '@pv-planning/server-kit';
import { type ListEnvelope, pagesOf } from '../records/pages.ts';
import { idOrNone, recordId, uuidOrNone } from '../records/record-id.ts';
import { singleRow } from '../records/single-row.ts';
import { converted, now, utc, uuid, wholeAddress } from '../records/stored-values.ts';
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

const projectById = preparedQuery((db, { id }: { id: string }) =>
  // The columns hold what the contract let in.
  db.selectFrom('project').select(columns).where('id', '=', id).$castTo<ProjectListItem>(),
);

/** @throws 404 `not_found` */
export async function readProject(db: CompanyQueries, id: string): Promise<Project> {
  const [project] = await projectById(db, { id: recordId(id) });
  if (!project) throw notFound();
  return { ...project, roofs: await roofsOf(db, id) };
}

const insertedProject = preparedQuery((db, project: Omit<ProjectCreate, 'roofs'> & Pick<Project, 'state'>) =>
  db.insertInto('project').values(project).returning('id'),
);

/** Adds a project without its roofs; returns its id. */
export async function insertProject(db: CompanyQueries, body: Omit<ProjectCreate, 'roofs'>): Promise<string> {
  return singleRow(await insertedProject(db, { state: 'OPEN', ...storedProject(body) })).id;
}

const changedProject = preparedQuery((db, { id, ...changes }: ProjectUpdate & { id: string }) =>
  db
    .updateTable('project')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', id)
    .returning(columns)
    .$castTo<ProjectListItem>(),
);

/** Writes changes that were converted to what is stored, and answers with the whole project. */
export async function changeProject(
  db: CompanyQueries,
  { id, roofs }: Pick<Project, 'id' | 'roofs'>,
  changes: ProjectUpdate,
): Promise<Project> {
  return { ...singleRow(await changedProject(db, { ...changes, id })), roofs };
}

const lockById = preparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('project').select('id').where('id', '=', id).forNoKeyUpdate(),
);

/** The project, its row locked until the end of the transaction; its roofs change only under this lock. @throws 404 `not_found` */
export async function lockProject(db: CompanyQueries, id: string): Promise<Project> {
  await lockById(db, { id: recordId(id) });
  return readProject(db, id);
}

const projectPages = pagesOf((db, query: Query<'listProjects'>) => {
  const { customerId, state, siteId, plannerId, externalId, q, updatedFrom } = query;
  let matches = db.selectFrom('project');
  if (customerId !== undefined) matches = matches.where('customerId', '=', customerId);
  if (state !== undefined) matches = matches.where('state', '=', state);
  if (siteId !== undefined) matches = matches.where('siteId', '=', siteId);
  if (plannerId !== undefined) matches = matches.where('plannerId', '=', plannerId);
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (q !== undefined) matches = matches.where('searchText', 'ilike', q);
  if (updatedFrom !== undefined) matches = matches.where('updatedAt', '>=', updatedFrom);
  return { matches, items: matches.select(columns).$castTo<ProjectListItem>() };
});

export function listedProjects(
  db: CompanyQueries,
  query: Query<'listProjects'>,
  page: Page,
): Promise<ListEnvelope<ProjectListItem>> {
  const filters = converted(query, {
    customerId: idOrNone,
    siteId: idOrNone,
    plannerId: uuidOrNone,
    q: containing,
    updatedFrom: utc,
  });
  return projectPages(db, filters, page);
}
