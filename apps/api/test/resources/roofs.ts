import type { Project } from '@pv-planning/contract';
import { namedExample } from '../support/contract-document.ts';
import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/projects/{id}/roofs',
  /** Stored with their project. */
  story: () => namedExample<Project>('ProjectHouse').roofs,
  namedBy: ['roofId'],
  text: 'notes',
  telling: true,
  coherent: { roofType: 'FLAT', azimuth: 10 },
} satisfies Resource;
