import type { Project, ProjectCreate } from '@pv-planning/contract';
import type { Context } from '../../kernel/handler-context.ts';
import type { Reference } from '../../kernel/references/references.ts';
import { insertProject, projectReferences, readProject, requireTemperatureOrder } from './project-records.ts';
import { insertRoofs, requireAzimuth, roofReferences } from './roof-records.ts';

/** Returns the references of a project and of its roofs. @param at JSON Pointer of the project in the body */
export function allReferences(project: Partial<ProjectCreate>, at: string): Reference[] {
  const { roofs = [] } = project;
  return [
    ...projectReferences(project, at),
    ...roofs.flatMap((roof, index) => roofReferences(roof, `${at}/roofs/${index}`)),
  ];
}

/** @throws 400 `invalid_request` for a roof that lacks a required azimuth, or temperatures in the wrong order */
export function requireProjectRules(project: Partial<ProjectCreate>, at: string): void {
  requireTemperatureOrder(project, at);
  const { roofs = [] } = project;
  for (const [index, roof] of roofs.entries()) requireAzimuth(roof, `${at}/roofs/${index}`);
}

/**
 * Returns the references of a new project and of its roofs.
 *
 * @throws what `requireProjectRules` throws
 */
export function newProjectReferences(project: Partial<ProjectCreate>, at = ''): Reference[] {
  requireProjectRules(project, at);
  return allReferences(project, at);
}

/** Creates a project with its roofs, and raises `project.created`. */
export async function createProject(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  { roofs = [], ...fields }: ProjectCreate,
): Promise<Project> {
  const id = await insertProject(db, fields);
  await insertRoofs(
    db,
    roofs.map((roof) => ({ ...roof, projectId: id })),
  );
  const project = await readProject(db, id);
  await raise('project.created', project, project.createdAt);
  return project;
}
