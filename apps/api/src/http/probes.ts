import express, { type Router } from 'express';

/**
 * For load balancers and supervisors: /healthz says that the process answers, /readyz that it can serve (200 or 503).
 *
 * @param ready rejects or resolves to false while the service cannot serve
 */
export function probes(ready: () => Promise<boolean>): Router {
  return express
    .Router({ caseSensitive: true, strict: true })
    .get('/healthz', (_request, response) => {
      response.json({ status: 'ok' });
    })
    .get('/readyz', async (_request, response) => {
      const isReady = await ready().catch(() => false);
      response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'unavailable' });
    });
}
