/** Writes test/vectors.json with the official Standard Webhooks library: `node scripts/make-vectors.ts`. */
import { writeFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';

const key = Buffer.from('000102030405060708090a0b0c0d0e0f1011121314151617', 'hex');
const secret = `whsec_${key.toString('base64')}`;
const id = '0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b70';
const timestamp = 1767225600;

const bodies = {
  'an event': JSON.stringify({
    id,
    type: 'customer.created',
    createdAt: '2026-01-01T00:00:00.000Z',
    data: {
      id: '1001',
      firstName: 'Maria',
      lastName: 'Schneider',
      email: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  }),
  'an empty body': '',
  'text beyond ASCII': '{"name":"Bäckerei Kornblume – 🌞\u2028"}',
};

const vectors = Object.entries(bodies).map(([name, body]) => {
  const base64 = (webhook: Webhook) => webhook.sign(id, new Date(timestamp * 1000), body).slice('v1,'.length);
  const decoded = base64(new Webhook(secret));
  const shown = base64(new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' }));
  const hex = (text: string) => Buffer.from(text, 'base64').toString('hex');
  return {
    name,
    id,
    timestamp,
    body,
    hexShown: hex(shown),
    hexDecoded: hex(decoded),
    base64Shown: shown,
    base64Decoded: decoded,
  };
});

writeFileSync(
  new URL('../test/vectors.json', import.meta.url),
  `${JSON.stringify({ secret, vectors }, null, 2)}\n`,
);
