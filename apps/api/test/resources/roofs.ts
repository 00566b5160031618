import type { Resource } from '../support/resource.ts';

export default {
  path: '/v1/projects/{id}/roofs',
  text: 'notes',
  telling: true,
  coherent: { roofType: 'FLAT', azimuth: 10 },
} satisfies Resource;
