import type { Project, ProjectListItem } from '@pv-planning/contract';
import { expect } from 'vitest';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

/** One roof has every field; the other has null in the nullable fields. */
const newRoofs = namedExample<Project>('ProjectHouse').roofs.map(
  ({ id: _id, createdAt: _created, updatedAt: _updated, ...roof }) => ({
    ...roof,
    notes: roof.roofType === 'FLAT' ? null : 'New roof',
  }),
);

export default {
  path: '/v1/projects',
  exampleRecords: () => {
    const house = namedExample<Project>('ProjectHouse');
    const others = namedExample<{ data: ProjectListItem[] }>('ProjectPage').data;
    return [
      house,
      ...others
        .filter(({ id }) => id !== house.id)
        .map((project) => ({ ...project, existingSystems: [], roofs: [] })),
    ];
  },
  async store(kysely, companyId, { roofs, existingSystems, offerCount: _counted, ...project }: Project) {
    await kysely
      .insertInto('project')
      .values({ companyId, ...project, existingSystems: JSON.stringify(existingSystems) })
      .execute();
    for (const { obstacles, ...roof } of roofs) {
      const stored = { companyId, projectId: project.id, ...roof, obstacles: JSON.stringify(obstacles) };
      await kysely.insertInto('roof').values(stored).execute();
    }
  },
  unique: [{ name: 'externalId' }],
  referencedBy: ['projectId'],
  text: 'notes',
  raisesEvents: true,
  values: { roofs: [newRoofs], designTempMin: [-12, -16, null], designTempMax: [75, 70, null] },
  answers: { roofs: (sent: object[]) => sent.map((roof) => expect.objectContaining(roof)) },
} satisfies Resource;
