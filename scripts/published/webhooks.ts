// A receiver's program: compiled and run against the installed package.
import { createServer } from 'node:http';
import {
  expressWebhook,
  fetchWebhook,
  signedRequest,
  verify,
  type WebhookEvent,
  WebhookVerificationError,
} from '@pv-planning/webhooks';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
const seen: string[] = [];

function onEvent(event: WebhookEvent): void {
  switch (event.type) {
    case 'customer.created':
      seen.push(event.data.lastName ?? 'nameless');
      break;
    case 'project.created':
      seen.push(event.data.customerId);
      break;
  }
}

const request = signedRequest({
  secret,
  event: {
    type: 'project.created',
    data: {
      id: '2001',
      name: 'Einfamilienhaus Schneider',
      customerId: '1001',
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  },
});

onEvent(verify({ secret, headers: request.headers, body: request.body }));

const answer = await fetchWebhook({ secret, onEvent })(new Request('https://receiver.example/', request));
if (answer.status !== 204) throw new Error(`fetchWebhook responded with ${answer.status}`);

const middleware = expressWebhook({ secret, onEvent });
const server = createServer((incoming, response) => void middleware(incoming, response, console.error));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (typeof address !== 'object' || !address) throw new Error('no port');
const delivered = await fetch(`http://127.0.0.1:${address.port}/`, request);
server.close();
if (delivered.status !== 204) throw new Error(`expressWebhook responded with ${delivered.status}`);

try {
  verify({ secret, headers: request.headers, body: `${request.body} ` });
  throw new Error('a modified body was accepted');
} catch (error) {
  if (!(error instanceof WebhookVerificationError) || error.code !== 'no_matching_signature') throw error;
}
if (seen.join() !== '1001,1001,1001') throw new Error(`onEvent received ${seen.join()}`);
