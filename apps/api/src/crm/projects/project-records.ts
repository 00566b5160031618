import type {
  ExistingSystem,
  ExistingSystemInput,
  Project,
  ProjectCreate,
  ProjectListItem,
  ProjectUpdate,
  Query,
  Roof,
} from '@pv-planning/contract';
import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { invalidRequest, type Page } from '@pv-planning/server-kit';
import { type ExpressionBuilder, sql } from 'kysely';
import { conflict } from '../../kernel/contract/api-errors.ts';
import { limitOf } from '../../kernel/contract/contract-document.ts';
import { idOrNone, uuidOrNone } from '../../kernel/identifiers/record-id.ts';
import { completeItems } from '../../kernel/lists/complete-items.ts';
import { type ListPage, pagesOf, type SingleValues } from '../../kernel/lists/list-pages.ts';
import { containing } from '../../kernel/lists/text-search.ts';
import { changeTime } from '../../kernel/records/change-time.ts';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { recordBatches } from '../../kernel/records/record-batches.ts';
import { recordSelection } from '../../kernel/records/record-selection.ts';
import { type Locked, recordTable } from '../../kernel/records/record-table.ts';
import { completeAddress, converted, uuid } from '../../kernel/records/stored-values.ts';
import { referencesIn } from '../../kernel/references/references.ts';
import { countRoofs, readRoofs, roofsOf } from './roof-records.ts';

export const projectReferences = referencesIn({
  customerId: 'customer',
  siteId: 'site',
  plannerId: 'member',
  networkCarrierId: 'gridOperator',
});

function completeSystem(system: ExistingSystemInput): ExistingSystem {
  return {
    type: system.type,
    powerKwp: system.powerKwp ?? null,
    apparentPowerKva: system.apparentPowerKva ?? null,
    commissionedOn: system.commissionedOn ?? null,
    mastrNumber: system.mastrNumber ?? null,
    eegKey: system.eegKey ?? null,
    meterNumber: system.meterNumber ?? null,
  };
}

/** Converts a body to its stored form: addresses and existing plants with all fields, lowercase UUIDs. */
export function storedProject<Body extends Omit<ProjectCreate, 'roofs'> | ProjectUpdate>(body: Body): Body {
  return converted<ProjectUpdate>(body, {
    address: completeAddress,
    plannerId: uuid,
    existingSystems: (systems) => systems.map(completeSystem),
  }) as Body;
}

/** Returns the columns of a body in stored form. The driver expects JSON arrays as text. */
function columnsOf<Body extends Omit<ProjectCreate, 'roofs'> | ProjectUpdate>(body: Body) {
  const { existingSystems, ...columns } = body;
  return { ...columns, ...(existingSystems && { existingSystems: JSON.stringify(existingSystems) }) };
}

function offerCount({ selectFrom }: ExpressionBuilder<CompanyTables, 'project'>) {
  return selectFrom('offer')
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
    .whereRef('offer.projectId', '=', 'project.id')
    .$asScalar();
}

const itemSelection = recordSelection('project', 'ProjectListItem', { offerCount });

/** Other statements read the roofs. */
const selection = recordSelection('project', 'Project', { offerCount, roofs: () => sql<Roof[]>`'[]'::json` });

const projects = recordTable(selection, { offerCount: 0, roofs: [] });

export const projectBatches = recordBatches(selection);

/** @throws 404 `not_found` */
export async function readProject(db: CompanyQueries, id: string): Promise<Project> {
  return { ...(await projects.read(db, id)), roofs: await roofsOf(db, id) };
}

/** Inserts a project without its roofs. Returns its id. */
export async function insertProject(db: CompanyQueries, body: Omit<ProjectCreate, 'roofs'>): Promise<string> {
  return (await projects.insert(db, newProject(body))).id;
}

/** Returns the columns of a new project. */
export function newProject(body: Omit<ProjectCreate, 'roofs'>) {
  return { state: 'OPEN', ...columnsOf(storedProject(body)) } as const;
}

/** Writes changes, already in stored form, to a locked project. Returns the complete project. */
export function changeProject(
  db: CompanyQueries,
  locked: Locked<Project>,
  changes: ProjectUpdate,
): Promise<Project> {
  return projects.change(db, locked, columnsOf(changes));
}

/**
 * Locks the project's row until the end of the transaction. Roofs change only under this lock, and each change of a roof also
 * updates the project.
 *
 * @throws 404 `not_found`
 */
export async function lockProject(db: CompanyQueries, id: string): Promise<Locked<Project>> {
  const locked = await projects.lock(db, id);
  return lockedWithRoofs(locked, await roofsOf(db, id));
}

/** Adds the roofs to a locked project. A change is later than the latest change of a roof, too. */
export function lockedWithRoofs({ record, changedAt }: Locked<Project>, roofs: Roof[]): Locked<Project> {
  return {
    record: { ...record, roofs },
    changedAt: roofs.reduce((time, { updatedAt }) => changeTime(time, updatedAt), changedAt),
  };
}

/** The limit for creating a project with its roofs also applies to roofs added later. */
const maxRoofs = limitOf('ProjectCreate', 'roofs', 'maxItems');

/** @throws 409 `too_many_roofs` */
export function requireRoomForRoofs({ roofs }: Project, added: number): void {
  if (roofs.length + added > maxRoofs)
    throw conflict('too_many_roofs', { values: { maximum: String(maxRoofs) } });
}

/** Locks the projects of a customer. Returns their ids. */
export async function lockProjectsOf(db: CompanyQueries, customerId: string): Promise<string[]> {
  const projects = await db
    .selectFrom('project')
    .select('id')
    .where('customerId', '=', customerId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return projects.map(({ id }) => id);
}

export const removeProject = projects.remove;

const projectPages = pagesOf((db, query: SingleValues<Query<'listProjects'>>) => {
  const { customerId, state, siteId, plannerId, externalId, q } = query;
  let matches = db.selectFrom('project');
  if (customerId !== undefined) matches = matches.where('customerId', '=', customerId);
  if (state !== undefined) matches = matches.where('state', '=', state);
  if (siteId !== undefined) matches = matches.where('siteId', '=', siteId);
  if (plannerId !== undefined) matches = matches.where('plannerId', '=', plannerId);
  if (externalId !== undefined) matches = matches.where('externalId', '=', externalId);
  if (q !== undefined) matches = matches.where('searchText', 'ilike', q);
  return { matches, items: itemSelection.of(matches) };
});

export function listProjects(
  db: CompanyQueries,
  { include: _include, ...query }: Query<'listProjects'>,
  page: Page,
): Promise<ListPage<ProjectListItem>> {
  const filters = converted(query, {
    customerId: idOrNone,
    siteId: idOrNone,
    plannerId: uuidOrNone,
    q: containing,
  });
  return projectPages(db, filters, page);
}

const systemsByIds = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('project')
    .select(['id', ({ ref }) => ref('existingSystems').$castTo<ExistingSystem[]>().as('existingSystems')])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids)))),
);

/** Returns a page of projects with their roofs and existing plants. */
export async function listCompleteProjects(
  db: CompanyQueries,
  query: Query<'listProjects'>,
  page: Page,
): Promise<ListPage<Project>> {
  const list = await listProjects(db, query, page);
  const projects = new Map(list.body.data.map((project) => [project.id, project]));
  return completeItems(list, page, {
    countParts: (ids) => countRoofs(db, ids),
    async read(ids) {
      const roofs = await readRoofs(db, ids);
      const stored = await systemsByIds(db, { ids });
      const systems = new Map(stored.map(({ id, existingSystems }) => [id, existingSystems]));
      return ids.map((id) => ({
        ...(projects.get(id) as ProjectListItem),
        existingSystems: systems.get(id) ?? [],
        roofs: roofs.get(id) ?? [],
      }));
    },
  });
}

/**
 * Returns the changed fields in stored form; undefined if none changed. @throws 400 `invalid_request` for temperatures in the wrong
 * order
 */
export function projectChanges(project: Project, body: ProjectUpdate, path = '') {
  requireTemperatureOrder({ ...project, ...body }, path);
  return changedFields(project, storedProject(body));
}

/** @throws 400 `invalid_request` if the lowest design temperature is not below the highest */
export function requireTemperatureOrder(
  { designTempMin, designTempMax }: Partial<Pick<Project, 'designTempMin' | 'designTempMax'>>,
  at = '',
): void {
  if (designTempMin == null || designTempMax == null || designTempMin < designTempMax) return;
  const message = `must be below designTempMax (${designTempMax} °C)`;
  throw invalidRequest({ in: 'body', path: `${at}/designTempMin`, code: 'contradiction', message });
}
