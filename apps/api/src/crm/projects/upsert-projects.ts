import type { Project, ProjectUpdate, ProjectUpsert, Roof, RoofCreate } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { invalidRequest } from '@pv-planning/server-kit';
import { changeRows } from '../../kernel/records/change-rows.ts';
import type { LockedChange } from '../../kernel/records/record-batches.ts';
import type { Locked } from '../../kernel/records/record-table.ts';
import { upsertHandler } from '../../kernel/upserts/upsert-handler.ts';
import { shareCustomers } from '../customers/customer-records.ts';
import { allReferences, requireProjectRules } from './create-project.ts';
import {
  lockedWithRoofs,
  newProject,
  projectBatches,
  projectChanges,
  requireRoomForRoofs,
} from './project-records.ts';
import { insertRoofs, readRoofs, requireAzimuth, roofChanges } from './roof-records.ts';

interface ProjectChanges {
  fields: ProjectUpdate;
  addedRoofs: RoofCreate[];
  changedRoofs: { record: Roof; changes: object }[];
}

/** @throws 400 `invalid_request` */
function rejectRoof(path: string, code: string, message: string): never {
  throw invalidRequest({ in: 'body', path: `${path}/name`, code, message });
}

/** Requires unique names of roofs. @throws 400 `invalid_request` */
function requireDistinctRoofs(roofs: readonly RoofCreate[], path: string): void {
  const names = roofs.map(({ name }) => name);
  const second = names.findIndex((name, index) => names.indexOf(name) < index);
  if (second >= 0)
    rejectRoof(`${path}/${second}`, 'duplicate', 'must not be the same as that of another roof');
}

/** @throws 400 `invalid_request`, 409 `too_many_roofs` */
function changesOf(
  project: Project,
  { customerId, roofs = [], ...fields }: ProjectUpsert,
  path: string,
): ProjectChanges | undefined {
  if (customerId !== project.customerId) {
    const message = `must be ${project.customerId}: the customer of a project cannot be changed`;
    throw invalidRequest({ in: 'body', path: `${path}/customerId`, code: 'immutable', message });
  }
  const changes: ProjectChanges = {
    fields: projectChanges(project, fields, path) ?? {},
    addedRoofs: [],
    changedRoofs: [],
  };
  requireDistinctRoofs(roofs, `${path}/roofs`);
  for (const [index, roof] of roofs.entries()) {
    const roofPath = `${path}/roofs/${index}`;
    const [record, ...others] = project.roofs.filter(({ name }) => name === roof.name);
    if (others.length > 0) rejectRoof(roofPath, 'ambiguous', 'is the name of several roofs of the project');
    if (!record) {
      requireAzimuth(roof, roofPath);
      changes.addedRoofs.push(roof);
      continue;
    }
    const changed = roofChanges(record, roof, roofPath);
    if (changed) changes.changedRoofs.push({ record, changes: changed });
  }
  requireRoomForRoofs(project, changes.addedRoofs.length);
  return Object.values(changes).every((part) => Object.keys(part).length === 0) ? undefined : changes;
}

async function lockProjects(db: CompanyQueries, externalIds: readonly string[]): Promise<Locked<Project>[]> {
  const locked = await projectBatches.lock(db, externalIds);
  const roofs = await readRoofs(
    db,
    locked.map(({ record }) => record.id),
  );
  return locked.map((lock) => lockedWithRoofs(lock, roofs.get(lock.record.id) ?? []));
}

async function insertProjects(db: CompanyQueries, created: readonly ProjectUpsert[]): Promise<Project[]> {
  const inserted = await projectBatches.insert(
    db,
    created.map(({ roofs: _roofs, ...fields }) => newProject(fields)),
  );
  const ids = new Map(inserted.map(({ externalId, id }) => [externalId, id]));
  const roofs = created.flatMap(({ externalId, roofs = [] }) => {
    const projectId = ids.get(externalId);
    return projectId === undefined ? [] : roofs.map((roof) => ({ ...roof, projectId }));
  });
  await insertRoofs(db, roofs);
  return inserted.map((project) => ({ ...project, roofs: [] }));
}

async function updateProjects(
  db: CompanyQueries,
  changed: readonly LockedChange<Project, ProjectChanges>[],
): Promise<Project[]> {
  const roofs = changed.flatMap(({ record: { id: projectId }, changes: { addedRoofs } }) =>
    addedRoofs.map((roof) => ({ ...roof, projectId })),
  );
  await insertRoofs(db, roofs);
  await changeRows(
    db,
    'roof',
    changed.flatMap(({ changedAt, changes: { changedRoofs } }) =>
      changedRoofs.map((roof) => ({ ...roof, changedAt })),
    ),
  );
  return projectBatches.change(
    db,
    changed.map((change) => ({ ...change, changes: change.changes.fields })),
  ) as Promise<Project[]>;
}

export const upsertProjects = upsertHandler({
  references: (project: ProjectUpsert, path) => allReferences(project, path),
  lockParents: (db, projects) =>
    shareCustomers(
      db,
      projects.map(({ customerId }) => customerId),
    ),
  lock: lockProjects,
  create(project, path) {
    requireProjectRules(project, path);
    requireDistinctRoofs(project.roofs ?? [], `${path}/roofs`);
    return project;
  },
  change: changesOf,
  insert: insertProjects,
  update: updateProjects,
  raiseCreated: ({ raiseAll }, changes) => raiseAll('project.created', changes),
  raiseUpdated: ({ raiseAll }, changes) => raiseAll('project.updated', changes),
});
