// An integrator's program: compiled and run against the installed package.
import { createServer } from 'node:http';
import { type Client, type Customer, createClient, type Item, isApiError } from '@pv-planning/client';

const maria = { id: '1001', firstName: 'Maria', lastName: 'Schneider' };
let lost = true;

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
  function answer(status: number, body: unknown): void {
    response.writeHead(status, { 'content-type': 'application/json', etag: '"v1"', 'x-request-id': 'req-1' });
    response.end(JSON.stringify(body));
  }
  if (pathname === '/v1/customers/1001') return answer(200, maria);
  if (pathname !== '/v1/customers') return answer(404, { error: 'not_found', message: 'Not found.' });
  if (request.method === 'GET') {
    const offset = Number(searchParams.get('offset'));
    return answer(200, { data: [{ ...maria, id: `${offset}` }], total: 3, limit: 1, offset });
  }
  if (!lost) return answer(201, { ...maria, externalId: request.headers['idempotency-key'] });
  lost = false;
  request.socket.destroy();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (typeof address !== 'object' || !address) throw new Error('no port');

function expectEqual(what: string, seen: unknown, expected: unknown): void {
  if (seen !== expected) throw new Error(`${what}: ${String(seen)} instead of ${String(expected)}`);
}

const client: Client = createClient({ baseUrl: `http://127.0.0.1:${address.port}`, apiKey: 'pvp_live_test' });

const created: Customer = await client.createCustomer({
  body: { firstName: 'Maria', lastName: 'Schneider' },
  idempotencyKey: 'crm-4711',
});
expectEqual('the retried create', created.externalId, 'crm-4711');

async function acceptAndRead(): Promise<string> {
  await client.acceptOffer({ id: '7001' });
  await client.publishOffer({ id: '7001' });
  const battery = await client.getMaterial({ type: 'battery', id: '4201' });
  return battery.materialType satisfies 'battery';
}

const { data, etag } = await client.getCustomer.withResponse({ id: created.id });
expectEqual('the etag', etag, '"v1"');
expectEqual('the name', data.lastName, 'Schneider');

let ids = '';
for await (const item of client.listCustomers.all({ query: { limit: 1, sort: 'createdAt.asc' } })) {
  const customer: Item<'listCustomers'> = item;
  ids += customer.id;
}
expectEqual('the pages', ids, '012');

const result = await client.getCustomer.safe({ id: '1' });
expectEqual('the API error', result.ok ? undefined : result.error, 'not_found');

try {
  await client.deleteCustomer({ id: '1', ifMatch: etag });
  throw new Error('no error was thrown');
} catch (error) {
  if (!isApiError(error, 'deleteCustomer')) throw error;
  expectEqual('the request id', error.requestId, 'req-1');
}

// @ts-expect-error: the id is missing
const incomplete = () => client.getCustomer({});
// @ts-expect-error: no such field
const misspelt = () => client.createCustomer({ body: { surname: 'Schneider' } });
// @ts-expect-error: the operation takes no body
const withBody = () => client.publishOffer({ id: '7001', body: {} });
expectEqual('calls that only compile', [incomplete, misspelt, withBody, acceptAndRead].length, 4);

server.close();
