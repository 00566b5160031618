import type { Project, ProjectCreate } from '@pv-planning/contract';
import type { Context } from '../handler-context.ts';
import type { Reference } from '../references/references.ts';
import { insertProject, projectReferences, readProject, requireTemperatureOrder } from './project-records.ts';
import { insertRoofs, requireAzimuth, roofReferences } from './roof-records.ts';

/**
 * Returns the references of a new project and of its roofs.
 *
 * @param at JSON Pointer of the project in the body
 * @throws 400 `invalid_request` for a roof that lacks a required azimuth, or temperatures in the wrong order
 */
export function newProjectReferences(project: Partial<ProjectCreate>, at = ''): Reference[] {
  requireTemperatureOrder(project, at);
  const { roofs = [] } = project;
  const ofRoofs = roofs.flatMap((roof, index) => {
    requireAzimuth(roof, `${at}/roofs/${index}`);
    return roofReferences(roof, `${at}/roofs/${index}`);
  });
  return [...projectReferences(project, at), ...ofRoofs];
}

/** Creates a project with its roofs, and raises `project.created`. */
export async function createProject(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  { roofs = [], ...fields }: ProjectCreate,
): Promise<Project> {
  const id = await insertProject(db, fields);
  await insertRoofs(db, id, roofs);
  const project = await readProject(db, id);
  await raise('project.created', project, project.createdAt);
  return project;
}
