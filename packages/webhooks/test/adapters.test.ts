import { createServer } from 'node:http';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { expressWebhook, fetchWebhook, signedRequest, type WebhookEvent } from '../src/index.ts';
import { event, otherSecret, secret } from './secrets.ts';

const received: WebhookEvent[] = [];
const onEvent = (one: WebhookEvent) => received.push(one);
const closing: (() => void)[] = [];

afterEach(() => {
  received.length = 0;
  for (const close of closing.splice(0)) close();
});

async function listen(app: express.Express): Promise<string> {
  const errors: express.ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(500).json({ error: error.code ?? 'handler', message: error.message });
  };
  app.use(errors);
  const server = createServer(app).listen(0, '127.0.0.1');
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return `http://127.0.0.1:${address.port}/webhooks`;
}

describe('Express', () => {
  const bytesKept: Parameters<typeof express.json>[0] = {
    verify: (request, _response, bytes) => {
      Object.assign(request, { rawBody: bytes });
    },
  };

  test.each([
    ['alone', () => express()],
    ['after express.raw()', () => express().use(express.raw({ type: '*/*' }))],
    ['after express.text()', () => express().use(express.text({ type: '*/*' }))],
    ['after express.json() with the raw bytes kept', () => express().use(express.json(bytesKept))],
    ['after a parser for other content types', () => express().use(express.urlencoded())],
  ])('responds with 204 %s', async (_name, app) => {
    const url = await listen(app().post('/webhooks', expressWebhook({ secret, onEvent })));
    const response = await fetch(url, signedRequest({ secret, event }));
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(received).toEqual([event]);
  });

  test('explains what to do if express.json() ran first', async () => {
    const url = await listen(
      express().use(express.json()).post('/webhooks', expressWebhook({ secret, onEvent })),
    );
    const response = await fetch(url, signedRequest({ secret, event }));
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: 'body_already_parsed',
      message: expect.stringContaining('Mount this route before express.json()'),
    });
    expect(received).toEqual([]);
  });

  test('responds to a rejected delivery with 400 and its code', async () => {
    const url = await listen(
      express().post('/webhooks', expressWebhook({ secrets: [otherSecret], onEvent })),
    );
    const response = await fetch(url, signedRequest({ secret, event }));
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({ error: 'no_matching_signature', message: expect.any(String) });
    expect(received).toEqual([]);
  });

  test('passes errors of onEvent to the error handler, so that the delivery is retried', async () => {
    const fail = async () => Promise.reject(new Error('database is down'));
    const url = await listen(express().post('/webhooks', expressWebhook({ secret, onEvent: fail })));
    const response = await fetch(url, signedRequest({ secret, event }));
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'handler', message: 'database is down' },
    ]);
  });

  test('stops reading beyond the limit and serves the next request', async () => {
    const url = await listen(express().post('/webhooks', expressWebhook({ secret, onEvent, limit: 1000 })));
    const tooLarge = fetch(url, { method: 'POST', body: 'x'.repeat(5_000_000) });
    const status = await tooLarge.then(
      (response) => response.status,
      () => 'connection closed',
    );
    expect([413, 'connection closed']).toContain(status);
    expect((await fetch(url, signedRequest({ secret, event }))).status).toBe(204);
  });
});

describe('fetch', () => {
  const request = (init: RequestInit) => new Request('https://receiver.example/webhooks', init);

  test('responds with 204', async () => {
    const response = await fetchWebhook({ secret, onEvent })(request(signedRequest({ secret, event })));
    expect(response.status).toBe(204);
    expect(received).toEqual([event]);
  });

  test('responds to a rejected delivery with 400 and its code', async () => {
    const response = await fetchWebhook({ secret, onEvent })(request({ method: 'POST', body: '{}' }));
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'missing_header', message: 'The header webhook-id is missing.' },
    ]);
  });

  test('responds with 413 to a body beyond the limit', async () => {
    const response = await fetchWebhook({ secret, onEvent, limit: 10 })(
      request(signedRequest({ secret, event })),
    );
    expect(response.status).toBe(413);
  });

  test('rejects if onEvent fails, so that the delivery is retried', async () => {
    const onFailing = () => {
      throw new Error('database is down');
    };
    const response = fetchWebhook({ secret, onEvent: onFailing })(request(signedRequest({ secret, event })));
    await expect(response).rejects.toThrow('database is down');
  });
});
