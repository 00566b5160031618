import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../../kernel/contract/public-contract.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { requireReferences } from '../../kernel/references/references.ts';
import { createProject, newProjectReferences } from './create-project.ts';
import {
  changeProject,
  listCompleteProjects,
  listProjects,
  lockProject,
  projectChanges,
  projectReferences,
  readProject,
} from './project-records.ts';
import { upsertProjects } from './upsert-projects.ts';

/** `workflows/` deletes projects. */
type ProjectHandlers = Pick<
  Handlers<PublicContract, Context>,
  'listProjects' | 'createProject' | 'getProject' | 'updateProject' | 'upsertProjects'
>;

export const projectHandlers: ProjectHandlers = {
  async listProjects({ query, page }, { db, snapshot }) {
    if (query.include === undefined) return listProjects(db, query, page);
    return snapshot((of) => listCompleteProjects(of, query, page));
  },

  async createProject({ body }, context) {
    await requireReferences(context.db, newProjectReferences(body));
    return { status: 201, body: await createProject(context, body) };
  },

  async getProject({ params }, { snapshot }) {
    return { status: 200, body: await snapshot((db) => readProject(db, params.id)) };
  },

  async updateProject({ params, body, requireMatch }, { db, raise }) {
    const locked = await lockProject(db, params.id);
    const project = locked.record;
    const changes = projectChanges(project, body);
    await requireReferences(db, projectReferences(body));
    requireMatch(project);
    if (!changes) return { status: 200, body: project };
    const changed = await changeProject(db, locked, changes);
    await raise('project.updated', changed, changed.updatedAt);
    return { status: 200, body: changed };
  },

  upsertProjects,
};
