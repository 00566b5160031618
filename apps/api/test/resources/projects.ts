import type { Project } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/projects',
  story: () => [namedExample<Project>('ProjectHouse')],
  async store(kysely, companyId, { roofs, ...project }: Project) {
    await kysely
      .insertInto('project')
      .values({ companyId, ...project })
      .execute();
    for (const { obstacles, ...roof } of roofs) {
      const stored = { companyId, projectId: project.id, ...roof, obstacles: JSON.stringify(obstacles) };
      await kysely.insertInto('roof').values(stored).execute();
    }
  },
  unique: [{ name: 'externalId' }],
  text: 'notes',
  telling: true,
} satisfies Resource;
