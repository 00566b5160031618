import express, { type Router } from 'express';

/**
 * Probes for load balancers and supervisors: /healthz returns 200 while the process runs, /readyz returns 503 while it cannot serve.
 *
 * @param ready rejects or resolves to false while the service cannot serve requests
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
