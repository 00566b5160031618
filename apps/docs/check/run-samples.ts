import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { contracts } from '../src/model/contract.ts';
import { workflows } from '../src/model/repository.ts';
import { samplesOf } from '../src/model/samples.ts';
import { recipePage } from '../src/pages/recipe-page.ts';

/** A program that runs the samples of a language and prints those that fail. */
interface Runner {
  label: string;
  command: [program: string, ...options: string[]];
  file: string;
  program: (samples: [id: string, code: string][]) => string;
  /** Fails on machines that cannot run the samples. */
  probe?: [program: string, ...options: string[]];
}

const runners: readonly Runner[] = [
  {
    label: 'curl',
    command: ['bash'],
    file: 'samples.sh',
    program: (samples) =>
      `uuidgen() { cat /proc/sys/kernel/random/uuid; }
curl() { command curl --silent --show-error --fail-with-body --output body "$@" || { echo "$id: $(cat body)"; }; }
${samples.map(([id, code]) => `id=${id}\n${code}`).join('\n')}`,
  },
  {
    label: 'TypeScript',
    command: [process.execPath, '--conditions=pv-source'],
    file: 'samples.mts',
    program: (samples) =>
      `import { createClient } from '@pv-planning/client';\n${samples
        .map(([id, code]) => {
          const body = code.replace(/^import .*/, '');
          return `try {\n${body}\n} catch (error) { console.log('${id}:', error.message); }`;
        })
        .join('\n')}`,
  },
  {
    label: 'Python',
    command: ['python3'],
    file: 'samples.py',
    probe: ['python3', '-c', 'import requests'],
    program: (samples) => `import json
for id, code in json.loads(${JSON.stringify(JSON.stringify(samples))}):
    try:
        exec(code, {})
    except Exception as error:
        print(id + ":", error)
`,
  },
];

/** Runs the samples of all operations, and the recipes, against the mock. Returns what is wrong. */
export async function runSamples(url: string, report: (line: string) => void): Promise<string[]> {
  const folder = mkdtempSync(join(import.meta.dirname, '../samples-'));
  const run = async ([program = '', ...options]: string[], file: string, content: string) => {
    writeFileSync(join(folder, file), content);
    const env = {
      ...process.env,
      BASE_URL: url,
      API_KEY: 'pvp_live_anything',
      FROM: '2030-01-07',
      TO: '2030-01-14',
    };
    const child = spawn(program, [...options, file], { cwd: folder, env });
    const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
    await once(child, 'exit');
    return (await outputs).join('').trim();
  };
  const problems: string[] = [];
  try {
    for (const { label, command, file, program, probe } of runners) {
      const [tool, ...options] = probe ?? command;
      if (probe && spawnSync(tool, options).status !== 0) {
        report(`SKIPPED samples in ${label}: this machine cannot run them`);
        continue;
      }
      const samples = samplesIn(label);
      const output = await run(command, file, program(samples));
      if (output !== '') problems.push(`samples in ${label}:\n${output}`);
      report(`${samples.length} samples in ${label} run against the mock`);
    }
    for (const [name, code] of recipes()) {
      const output = await run(['bash', '-euo', 'pipefail'], `${name}.sh`, code);
      if (output !== '') problems.push(`recipe ${name}: ${output}`);
      report(`recipe ${name} runs against the mock`);
    }
    return problems;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The samples of a language. Only the provider of payments sends a raw body. */
function samplesIn(label: string): [id: string, code: string][] {
  return [...contracts.values()].flatMap((contract) =>
    Object.entries(contract.operations)
      .filter(([, { rawBody }]) => !rawBody)
      .flatMap(([id]) =>
        samplesOf(contract, id)
          .filter((sample) => sample.label === label)
          .map(({ code }): [string, string] => [id, code]),
      ),
  );
}

/** The commands of the recipes that the mock can answer; the others say so. A wrong status or an empty variable ends them. */
function recipes(): [name: string, code: string][] {
  const main = contracts.get('public');
  if (main === undefined) return [];
  return workflows()
    .filter(({ info }) => !info.description.includes('Requires the service'))
    .map((workflow) => {
      const blocks = recipePage(main, workflow).main.filter((block) => typeof block === 'string');
      const commands = blocks.flatMap((block) => /^```sh\n(.*)\n```$/s.exec(block)?.[1] ?? []);
      const checks = commands.map((command) => {
        const variables = [...command.matchAll(/^(\w+_\w+)=/gm)].map(([, variable]) => variable);
        const wrong = variables.map(
          (name) => `[[ -n $${name} && $${name} != null ]] || { echo "${name} is empty"; exit; }`,
        );
        return `${command}\n${wrong.join('\n')}`;
      });
      const curl = 'curl() { command curl --fail-with-body "$@" || { echo "$*" >&2; exit 1; }; }';
      // Bodies that nobody reads are not shown.
      return [
        workflow.name,
        `${curl}\n{\n${checks.join('\n')}\n} > output || cat output\ngrep "is empty" output || true`,
      ];
    });
}
