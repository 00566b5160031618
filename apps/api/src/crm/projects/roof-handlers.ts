import type { Project, Roof } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { type Handlers, notFound } from '@pv-planning/server-kit';
import type { PublicContract } from '../../kernel/contract/public-contract.ts';
import type { Context } from '../../kernel/handler-context.ts';
import type { Locked } from '../../kernel/records/record-table.ts';
import { requireReferences } from '../../kernel/references/references.ts';
import { deleteUnlessReferenced } from '../../kernel/sql/database-errors.ts';
import { lockProject, readProject, requireRoomForRoofs } from './project-records.ts';
import { insertRoofs, requireAzimuth, roofChanges, roofReferences, storedRoof } from './roof-records.ts';

type RoofHandlers = Pick<Handlers<PublicContract, Context>, 'createRoof' | 'updateRoof' | 'deleteRoof'>;

/** @throws 404 `not_found` */
function roofOf(project: Project, roofId: string): Roof {
  const roof = project.roofs.find(({ id }) => id === roofId);
  if (!roof) throw notFound();
  return roof;
}

/** Marks the project as updated and raises its event after one of its roofs has changed. */
async function touchProject(
  db: CompanyQueries,
  raise: Context['raise'],
  { record: { id }, changedAt }: Locked<Project>,
): Promise<Project> {
  await db.updateTable('project').set({ updatedAt: changedAt }).where('id', '=', id).execute();
  const project = await readProject(db, id);
  await raise('project.updated', project, project.updatedAt);
  return project;
}

/** The version of a roof is that of its project. */
export const roofHandlers: RoofHandlers = {
  async createRoof({ params, body, requireMatch }, { db, raise }) {
    const locked = await lockProject(db, params.id);
    const before = locked.record;
    requireAzimuth(body);
    await requireReferences(db, roofReferences(body));
    requireMatch(before);
    requireRoomForRoofs(before, 1);
    const [id] = await insertRoofs(db, [{ ...body, projectId: before.id }]);
    const project = await touchProject(db, raise, locked);
    return { status: 201, body: roofOf(project, String(id)), version: project };
  },

  async updateRoof({ params, body, requireMatch }, { db, raise }) {
    const locked = await lockProject(db, params.id);
    const roof = roofOf(locked.record, params.roofId);
    const changes = roofChanges(roof, body);
    await requireReferences(db, roofReferences(body));
    requireMatch(locked.record);
    if (!changes) return { status: 200, body: roof, version: locked.record };
    await db
      .updateTable('roof')
      .set({ ...storedRoof(changes), updatedAt: locked.changedAt })
      .where('id', '=', roof.id)
      .execute();
    const project = await touchProject(db, raise, locked);
    return { status: 200, body: roofOf(project, roof.id), version: project };
  },

  async deleteRoof({ params, requireMatch }, { db, raise }) {
    const locked = await lockProject(db, params.id);
    const roof = roofOf(locked.record, params.roofId);
    requireMatch(locked.record);
    await deleteUnlessReferenced('roof_in_use', () =>
      db.deleteFrom('roof').where('id', '=', roof.id).execute(),
    );
    return { status: 204, version: await touchProject(db, raise, locked) };
  },
};
