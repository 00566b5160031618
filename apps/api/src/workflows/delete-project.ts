import type { Project } from '@pv-planning/contract';
import { lockProject, removeProject } from '../crm/projects/project-records.ts';
import type { Context } from '../kernel/handler-context.ts';
import { deleteOffersOfProjects } from '../sales/offers/lifecycle/delete-offer.ts';
import { releaseRequests } from './release-requests.ts';

/**
 * Deletes a project with its offers, and raises only `project.deleted`. Its offer requests are kept.
 *
 * @param requireMatch rejects a version that does not match the `If-Match` header
 * @throws 404 `not_found`
 * @throws 409 `accepted_offer_exists`
 */
export async function deleteProject(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  id: string,
  requireMatch: (project: Project) => void,
): Promise<void> {
  const { record: project } = await lockProject(db, id);
  requireMatch(project);
  const projectIds = [project.id];
  const requestIds = await deleteOffersOfProjects(db, projectIds);
  await releaseRequests(db, { projectIds, requestIds });
  await removeProject(db, project.id);
  await raise('project.deleted', project);
}
