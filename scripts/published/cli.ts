// A developer's use of the installed command.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expressWebhook } from '@pv-planning/webhooks';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
const seen: string[] = [];
const receive = expressWebhook({ secret, onEvent: ({ type }) => seen.push(type) });
const server = createServer((request, response) => {
  if (request.method === 'POST') return void receive(request, response, console.error);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ path: request.url, key: request.headers.authorization }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (typeof address !== 'object' || !address) throw new Error('no port');
const url = `http://127.0.0.1:${address.port}`;

async function command(...args: string[]): Promise<string> {
  const main = join('node_modules', '@pv-planning', 'cli', 'dist', 'main.js');
  const env = { ...process.env, PV_PLANNING_URL: url, PV_PLANNING_KEY: 'pvp_live_test' };
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { env });
  return stdout;
}

await command('trigger', 'offer.accepted', '--forward-to', `${url}/webhooks`, '--secret', secret);
if (seen.join() !== 'offer.accepted') throw new Error(`the receiver accepted ${seen.join()}`);
const read = JSON.parse(await command('get', 'customers/7003', '--json'));
if (read.path !== '/v1/customers/7003' || read.key !== 'Bearer pvp_live_test')
  throw new Error(`get requested ${JSON.stringify(read)}`);
server.close();
