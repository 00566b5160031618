import vectorFile from './vectors.json' with { type: 'json' };

export const { secret, vectors } = vectorFile;
export const otherSecret = `whsec_${Buffer.from('another secret of 24 byt').toString('base64')}`;

export const event = {
  id: '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b70',
  type: 'customer.created',
  createdAt: '2026-01-01T00:00:00.000Z',
  data: {
    id: '1001',
    firstName: 'Maria',
    lastName: 'Schneider',
    email: 'maria.schneider@example.com',
    createdAt: '2026-01-01T00:00:00.000Z',
  },
} as const;

/** Unix seconds. */
export const signedAt = 1767225600;
