// Starts the command of Prism as integrators do, with the bundle of each document, and sends it the example of each operation. Each
// answer has the status of the contract, and a body that is valid there. Only the provider of payments sends raw bodies.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { documents } from '@pv-planning/contract/documents';
import { freePort } from '../../../scripts/free-port.ts';
import { contractExamples } from '../test/contract.ts';

const command = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));
const generated = new URL('../../../packages/contract/src/generated/', import.meta.url);

/** Waits until Prism prints its address. It also prints each request. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('Prism prints nothing.');
  return new Promise((resolve, reject) => {
    createInterface(stdout)
      .on('line', (line) => {
        const [address] = /(?<=is listening on )http:\S+/.exec(line) ?? [];
        if (address !== undefined) resolve(address);
      })
      .on('close', () => reject(new Error('Prism ended.')));
  });
}

/** What is wrong with the answers of Prism to the examples of a document. */
async function problemsOf(
  name: string,
  operations: (typeof documents)[keyof typeof documents]['operations'],
  address: string,
) {
  const examples = contractExamples(name);
  const problems: string[] = [];
  for (const [operationId, { method, status, rawBody }] of Object.entries(operations)) {
    if (rawBody) continue;
    const body = examples.body(operationId);
    const response = await fetch(`${address}${examples.path(operationId)}`, {
      method,
      headers: {
        authorization: 'Bearer pvp_live_anything',
        ...examples.headers(operationId),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== status) problems.push(`${operationId}: ${response.status} ${text.slice(0, 500)}`);
    else if (status !== 204)
      for (const violation of examples.violations(operationId, status, JSON.parse(text)))
        problems.push(`${operationId}: ${JSON.stringify(violation)}`);
  }
  return problems;
}

for (const [name, { operations }] of Object.entries(documents)) {
  const bundle = fileURLToPath(new URL(`${name}/openapi.json`, generated));
  const prism = spawn(process.execPath, [command, 'mock', bundle, '--port', String(await freePort())], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(prism, 'exit');
  try {
    const problems = await problemsOf(name, operations, await addressOf(prism));
    const count = Object.values(operations).filter(({ rawBody }) => !rawBody).length;
    process.stdout.write(
      `${name}: Prism answers the examples of ${count} operations, ${problems.length} wrongly\n`,
    );
    for (const problem of problems) process.stdout.write(`  ${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    prism.kill();
    await ended;
  }
}
