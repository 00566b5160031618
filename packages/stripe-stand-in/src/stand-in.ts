import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ProviderApi } from './http/api.ts';
import { Disturbances } from './http/disturbances.ts';
import { createProviderServer } from './http/server.ts';
import { Knobs } from './knobs.ts';
import { payOnPage } from './page/pay-on-page.ts';
import { getSession } from './resources/checkout-sessions.ts';
import { Store } from './store.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';

const host = '127.0.0.1';
const expiryPollMs = 1000;

interface StandInOptions {
  /** Holds the state, which outlives the stand-in. */
  directory: string;
  /** Default: a free one. Open sessions keep the address under which they were created. */
  port?: number;
  /** Epoch milliseconds. */
  now?: () => number;
}

export interface StripeStandIn extends Knobs {
  host: string;
  port: number;
  close(): Promise<void>;
}

/** Starts the stand-in on a loopback address. */
export async function startStripeStandIn({
  directory,
  port: wantedPort = 0,
  now: nowMs = Date.now,
}: StandInOptions): Promise<StripeStandIn> {
  const now = () => Math.floor(nowMs() / 1000);
  const store = new Store(directory);
  const disturbances = new Disturbances();
  const webhooks = new WebhookSender({ store, now });
  const knobs = new Knobs({ store, now, webhooks, disturbances });
  const server = createProviderServer({
    api(request) {
      const response = api.answer(request);
      webhooks.wake();
      return response;
    },
    page: (id, form) => payOnPage({ store, now, knobs }, id, form),
  });
  server.listen(wantedPort, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const api = new ProviderApi({ store, now, disturbances, pages: `http://${host}:${port}/pay` });

  const expireOverdue = () => {
    for (const { account, id } of store.overdueSessions(now()))
      store.transaction(() => getSession({ store, account, now }, id));
  };
  const expiryTimer = setInterval(expireOverdue, expiryPollMs).unref();

  return Object.assign(knobs, {
    host,
    port,
    async close() {
      clearInterval(expiryTimer);
      server.closeAllConnections();
      server.close();
      await webhooks.close();
      store.close();
    },
  });
}
