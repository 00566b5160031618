import type { Project } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/projects/{id}/roofs',
  /** Stored with their project. */
  exampleRecords: () => namedExample<Project>('ProjectHouse').roofs,
  referencedBy: ['roofId'],
  text: 'notes',
  raisesEvents: true,
  consistentValues: { roofType: 'FLAT', azimuth: 10 },
} satisfies Resource;
