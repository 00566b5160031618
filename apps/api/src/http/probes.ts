import express, { type Router } from 'express';

/**
 * Probes for load balancers and supervisors: /healthz answers while the process runs, /readyz tells whether it can serve (200 or 503).
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
