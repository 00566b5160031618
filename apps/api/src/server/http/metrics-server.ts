import express from 'express';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { type HttpServer, startHttpServer } from './http-server.ts';
import { probes } from './probes.ts';

interface MetricsParts {
  host: string;
  port: number;
  registry: Registry;
  ready: () => Promise<boolean>;
}

/** Serves metrics to Prometheus, including Node's default metrics, and the probes for processes without the API. */
export async function startMetricsServer(parts: MetricsParts): Promise<HttpServer> {
  const { host, port, registry, ready } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.use(probes(ready));
  app.get('/metrics', async (_request, response) => {
    response.set('Content-Type', registry.contentType).send(await registry.metrics());
  });
  const server = await startHttpServer(app, { host, port, prefix: 'METRICS_' });
  collectDefaultMetrics({ register: registry });
  return server;
}
