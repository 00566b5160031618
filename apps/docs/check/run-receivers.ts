import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sign } from '@pv-planning/webhooks';
import { freePort } from '../../../scripts/free-port.ts';

/** A language of the guide whose receiver npm test does not run, because compiling takes long. */
interface Language {
  name: string;
  file: string;
  probe: string[];
  /** Makes the program that `run` starts. */
  build: string[];
  run: string[];
}

const languages: readonly Language[] = [
  {
    name: 'go',
    file: 'main.go',
    probe: ['go', 'version'],
    build: ['go', 'build', '-o', 'receiver', 'main.go'],
    run: ['./receiver'],
  },
  {
    name: 'java',
    file: 'Receiver.java',
    probe: ['javac', '--version'],
    build: ['javac', 'Receiver.java'],
    run: ['java', 'Receiver'],
  },
  {
    name: 'csharp',
    file: 'Program.cs',
    probe: ['dotnet', '--version'],
    build: ['dotnet', 'build', '--output', 'out'],
    run: ['dotnet', 'out/Receiver.dll'],
  },
];

const project =
  '<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>';
const secret = 'whsec_ZGVtby1zZWNyZXQtb2YtMjQtYnl0ZXMh';
const body =
  '{"id":"019cad9d-dcd0-7d51-9c04-5e6f7a8b9c0d","type":"customer.created","data":{"lastName":"Schröder"}}';

/** Compiles and starts the receivers of the guide, and sends them genuine and forged deliveries. Returns what is wrong. */
export async function runReceivers(report: (line: string) => void): Promise<string[]> {
  const problems: string[] = [];
  for (const language of languages) {
    if (run(language.probe, '.').status !== 0)
      report(`SKIPPED the receiver in ${language.name}: no ${language.probe[0]} here`);
    else {
      problems.push(...(await runReceiver(language)));
      report(`the receiver in ${language.name} runs`);
    }
  }
  return problems;
}

async function runReceiver({
  name,
  file,
  build,
  run: [program = '', ...options],
}: Language): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pv-receiver-'));
  try {
    const guide = readFileSync(new URL('../../../openapi/guides/webhooks.md', import.meta.url), 'utf8');
    const code = new RegExp(`^\`\`\`${name}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? '';
    writeFileSync(join(folder, file), code);
    writeFileSync(join(folder, 'Receiver.csproj'), project);
    const built = run(build, folder);
    if (built.status !== 0)
      return [`the receiver in ${name} does not compile: ${built.stdout}${built.stderr}`];
    const port = await freePort();
    const receiver = spawn(program, options, {
      cwd: folder,
      env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: 'ignore',
    });
    try {
      return (await wrongAnswers(`http://127.0.0.1:${port}/webhooks`)).map(
        (one) => `the receiver in ${name} ${one}`,
      );
    } finally {
      receiver.kill();
      if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, 'exit');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function wrongAnswers(url: string): Promise<string[]> {
  const send = async (change: Record<string, string> = {}, sent = body, age = 0) => {
    const timestamp = Math.floor(Date.now() / 1000) - age;
    const id = '019cad9d-dcd0-7d51-9c04-5e6f7a8b9c0d';
    const signature = sign({ secret, id, timestamp, body });
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    };
    const response = await fetch(url, { method: 'POST', headers: { ...headers, ...change }, body: sent });
    return response.status;
  };
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await send().catch(() => false)) break;
    await wait(100);
  }
  const answers: [name: string, expected: number, status: number][] = [
    ['a genuine delivery', 204, await send()],
    ['a delivery of 4 minutes ago', 204, await send({}, body, 240)],
    ['a changed byte', 400, await send({}, body.replace('Schröder', 'Schrader'))],
    ['a delivery of 6 minutes ago', 400, await send({}, body, 360)],
    [
      'another timestamp',
      400,
      await send({ 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 9) }),
    ],
    ['a dot in the id', 400, await send({ 'webhook-id': 'a.b' })],
    ['no signature', 400, await send({ 'webhook-signature': '' })],
    ['a shortened signature', 400, await send({ 'webhook-signature': 'v1,4969' })],
  ];
  return answers
    .filter(([, expected, status]) => status !== expected)
    .map(([name, expected, status]) => `answers ${name} with ${status}, not ${expected}`);
}

function run([program = '', ...options]: string[], cwd: string) {
  return spawnSync(program, options, { cwd, encoding: 'utf8' });
}
