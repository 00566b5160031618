import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, type Client, UnexpectedResponseError } from '../src/index.ts';
import { clientOf } from './records.ts';
import { apiError, html, json, reset } from './scripted-server.ts';

vi.mock('@pv-planning/contract', () => {
  const post = { method: 'POST', path: '/v1/plans', status: 200, idempotent: false };
  return { calls: { planDry: { ...post, readOnly: true }, planAndStore: { ...post, readOnly: false } } };
});

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

type Call = (request: { body: unknown }) => Promise<unknown>;
type KeylessClient = Record<'planDry' | 'planAndStore', Call>;

const limited = apiError(429, 'rate_limited', { 'retry-after': '0' });
const planned = json(200, { strings: [] });

test('retries a read-only POST without a key', async () => {
  const { client, received } = await clientOf(reset, planned);

  await (client as Client & KeylessClient).planDry({ body: {} });

  expect(received).toHaveLength(2);
  expect(received[1]?.headers).not.toHaveProperty('idempotency-key');
});

test.each([
  ['503 of a proxy', html(503), UnexpectedResponseError],
  ['500', apiError(500, 'internal_error'), ApiError],
])('retries a POST without a key only if it had no effect, so not after %s', async (_, fault, error) => {
  const unavailable = apiError(503, 'service_unavailable', { 'retry-after': '0' });
  const { client, received } = await clientOf(limited, unavailable, fault, planned);

  await expect((client as Client & KeylessClient).planAndStore({ body: {} })).rejects.toThrow(error);
  expect(received).toHaveLength(3);
});
