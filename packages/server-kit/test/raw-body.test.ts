import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { serveSynthetic } from './support/serve-synthetic.ts';

async function serveHook() {
  const received: unknown[] = [];
  const { send, close } = await serveSynthetic({
    receiveEvent: {
      path: '/v1/events/{account}',
      body: {},
      rawBody: true,
      maxBodyMiB: 0.25,
      query: { mode: { type: 'string', enum: ['live', 'test'] } },
      async handle({ body }) {
        received.push(body);
        return { status: 200, body: {} };
      },
    },
  });
  onTestFinished(close);
  return { send, received };
}

test('passes on the bytes of a body, regardless of its content type', async () => {
  const { send, received } = await serveHook();
  // Invalid JSON and invalid UTF-8, with a text that would be normalized.
  const bytes = new Uint8Array([0x7b, 0xff, 0x00, 0x61, 0xcc, 0x88]);
  for (const type of ['application/json', 'text/plain; charset=latin1', 'application/x-unknown']) {
    const { status } = await send('/v1/events/1', { rawBody: bytes, headers: { 'content-type': type } });
    expect(status).toBe(200);
  }
  expect(received).toEqual(Array(3).fill(Buffer.from(bytes)));
});

test('passes an absent body on as an empty buffer', async () => {
  const { send, received } = await serveHook();
  expect((await send('/v1/events/1', { method: 'POST' })).status).toBe(200);
  expect(received).toEqual([Buffer.alloc(0)]);
});

test('rejects bodies that are too large or compressed, and validates the rest of the request', async () => {
  const { send, received } = await serveHook();
  const large = await send('/v1/events/1', { rawBody: 'x'.repeat(256 * 1024 + 1) });
  expect([large.status, large.body.error]).toEqual([413, 'payload_too_large']);
  const headers = { 'content-encoding': 'gzip' };
  const packed = await send('/v1/events/1', { rawBody: new Uint8Array(gzipSync('{}')), headers });
  expect([packed.status, packed.body.error]).toEqual([415, 'unsupported_media_type']);
  expect((await send('/v1/events/1?mode=dead', { rawBody: '{}' })).status).toBe(400);
  expect(received).toEqual([]);
  expect((await send('/v1/events/1', { rawBody: 'x'.repeat(256 * 1024) })).status).toBe(200);
});
